import { clsx } from 'clsx'
import { Check, EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { isFocusLost } from './focus.ts'
import type { Icon } from './icon.ts'
import { IconButton } from './icon-button.tsx'

export type MenuItem =
  | {
      label: string
      icon?: Icon
      tone?: 'plain' | 'danger'
      disabled?: boolean
      /** An option with a check mark when it is on. */
      checked?: boolean
      onSelect: () => void
    }
  | { heading: string; tone?: 'plain' | 'danger' }
  | 'separator'

export type MenuProps = {
  /** For screen readers, what the actions apply to: "اختيارات الحصة مع سارة". */
  label: string
  items: readonly MenuItem[]
  /** A button that takes a ref; three dots unless given. */
  trigger?: ReactElement
  align?: 'start' | 'end'
}

/** Actions behind a button. Not modal: locking the page needs a style element, which the content policy refuses. */
export function Menu({ label, items, trigger, align = 'end' }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  // Radix gives Escape to its newest layer alone, and a toast is one: without this the key would not reach the menu.
  const closeUnderToast = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false)
  }
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        {trigger ?? <IconButton icon={EllipsisVertical} label={label} />}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={keepMovedFocus}
          onKeyDown={closeUnderToast}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-rise overflow-y-auto rounded-control border border-line bg-surface p-1.5 text-ink shadow-raised"
        >
          {items.map((item, place) => (
            <Row key={keyOf(item, place)} item={item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** A chosen action may have moved the focus: it stays there instead of returning to the button. */
function keepMovedFocus(event: Event): void {
  if (!isFocusLost()) event.preventDefault()
}

function keyOf(item: MenuItem, place: number): string {
  if (item === 'separator') return `separator-${place}`
  return 'heading' in item ? item.heading : item.label
}

function Row({ item }: { item: MenuItem }) {
  if (item === 'separator') return <DropdownMenu.Separator className="mx-2 my-1.5 h-px bg-line" />
  if ('heading' in item) {
    return (
      <DropdownMenu.Label
        className={clsx(
          'px-3 pt-2 pb-1 font-semibold text-sm',
          item.tone === 'danger' ? 'text-danger-ink' : 'text-muted',
        )}
      >
        {item.heading}
      </DropdownMenu.Label>
    )
  }
  const { label, icon: Glyph, tone = 'plain', disabled = false, checked, onSelect } = item
  const look = clsx(
    'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50',
    tone === 'danger' ? 'text-danger-ink data-highlighted:bg-danger-soft' : 'data-highlighted:bg-brand-soft',
  )
  const body = (
    <>
      {Glyph && <Glyph aria-hidden className="size-5 shrink-0" />}
      <span className="grow">{label}</span>
    </>
  )
  if (checked === undefined) {
    return (
      <DropdownMenu.Item className={look} disabled={disabled} onSelect={onSelect}>
        {body}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.CheckboxItem className={look} disabled={disabled} checked={checked} onSelect={onSelect}>
      {body}
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden className="size-5 text-brand" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}
