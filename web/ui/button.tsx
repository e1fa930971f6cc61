import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-look.ts'
import type { Icon } from './icon.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ButtonLook & {
    children: ReactNode
    /** Before the text; mark directional icons with `mirrorIcon`. */
    icon?: Icon
    /** After the text. */
    endIcon?: Icon
    mirrorIcon?: boolean
    /** Shows a spinner in the same width and ignores presses. Not `disabled`, which would lose the focus. */
    loading?: boolean
  }

/** A button for actions; for navigation use `LinkButton`. It submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    loading = false,
    icon,
    endIcon,
    mirrorIcon,
    className,
    children,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonClasses({ variant, size, wide }), loading && 'cursor-progress', className)}
    >
      <ButtonBody loading={loading} icon={icon} endIcon={endIcon} mirrorIcon={mirrorIcon}>
        {children}
      </ButtonBody>
    </button>
  )
}

type BodyProps = {
  children: ReactNode
  icon?: Icon | undefined
  endIcon?: Icon | undefined
  mirrorIcon?: boolean | undefined
  loading?: boolean
}

export function ButtonBody({ children, icon: Start, endIcon: End, mirrorIcon, loading = false }: BodyProps) {
  const iconClasses = clsx('size-[1.2em] shrink-0', mirrorIcon && 'mirror')
  return (
    <>
      <span className={clsx('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {Start && <Start aria-hidden className={iconClasses} />}
        {children}
        {End && <End aria-hidden className={iconClasses} />}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle aria-hidden className="size-5 animate-spin" />
        </span>
      )}
    </>
  )
}
