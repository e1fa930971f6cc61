import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { Icon } from './icon.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name; also the tooltip. */
  label: string
  icon: Icon
  mirrorIcon?: boolean
  /** `solid` is for the one action that matters. Colours are tones, since a class of the same property may lose. */
  tone?: 'plain' | 'soft' | 'solid' | 'onDeep' | 'danger'
}

const tones = {
  plain: 'text-muted hover:bg-sunken hover:text-ink',
  soft: 'bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand',
  solid: 'bg-brand text-on-brand hover:bg-brand-hover',
  onDeep: 'text-on-deep-muted hover:bg-on-deep/15 hover:text-on-deep',
  danger: 'text-danger-ink hover:bg-danger-soft',
}

export function IconButton({ label, icon: Glyph, mirrorIcon, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={clsx(
        'touch inline-grid shrink-0 place-items-center rounded-control transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        tones[tone],
        className,
      )}
    >
      <Glyph aria-hidden className={clsx('size-5', mirrorIcon && 'mirror')} />
    </button>
  )
}
