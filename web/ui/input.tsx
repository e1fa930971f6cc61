import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { frameClasses } from './control-look.ts'
import { useFieldControl } from './field-context.ts'
import type { Icon } from './icon.ts'

export type InputProps = Omit<ComponentProps<'input'>, 'size' | 'dir'> & {
  /** Leading, decorative. */
  icon?: Icon
  /** Trailing, inside the control: an `IconButton` or a short unit. */
  action?: ReactNode
  /**
   * The text's direction: `auto` (the default) follows what is typed; `ltr` is for e-mails, phone numbers, codes and
   * amounts, which run from left to right within Arabic.
   */
  flow?: 'auto' | 'ltr'
}

/** One line of text; a `Field` around it labels it. */
export function Input({ icon: Lead, action, flow = 'auto', className, ...rest }: InputProps) {
  const control = useFieldControl(rest)
  return (
    <div className={clsx(frameClasses, 'flex h-12 items-center', className)}>
      {Lead && <Lead aria-hidden className="ms-3.5 size-5 shrink-0 text-muted" />}
      <input
        type="text"
        placeholder=" "
        {...rest}
        {...control}
        dir={flow}
        className={clsx(
          'h-full min-w-0 flex-1 text-ellipsis rounded-control bg-transparent px-3.5 outline-none disabled:cursor-not-allowed disabled:text-muted',
          // The cursor of an empty input is where reading begins.
          flow === 'auto' && 'rtl:placeholder-shown:[direction:rtl]',
        )}
      />
      {action && <span className="flex shrink-0 items-center pe-1">{action}</span>}
    </div>
  )
}
