import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

type PopoverProps = {
  /** Names it to screen readers. */
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A button that takes a ref. */
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

/** Controls in a box below their button. Not modal: Escape and a click outside close it. */
export function Popover({ label, open, onOpenChange, trigger, align = 'start', children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          className="z-40 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-3 text-ink shadow-raised outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
