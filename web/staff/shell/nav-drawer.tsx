import { useRef } from 'react'
import type { Role } from '#domain/roles'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { moveFocus } from '../../ui/focus.ts'
import { Places } from './side-nav.tsx'

export const NAV_DRAWER = 'nav-drawer'

/** The navigation of phones and tablets: a native popover, which closes by Escape or a tap outside. */
export function NavDrawer({ role }: { role: Role }) {
  const t = useMessages(staffShell)
  const drawer = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={drawer}
      id={NAV_DRAWER}
      popover="auto"
      role="dialog"
      aria-label={t('nav.label')}
      tabIndex={-1}
      // A native popover does not take the focus: without it screen readers would not notice that it opened.
      onToggle={(event) => event.newState === 'open' && moveFocus(event.currentTarget)}
      className="fixed inset-[0_auto_0_auto] inset-s-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto bg-surface p-4 text-ink shadow-raised backdrop:bg-overlay open:animate-fade-in lg:hidden"
    >
      <nav aria-label={t('nav.label')}>
        <Places role={role} onFollow={() => drawer.current?.hidePopover()} />
      </nav>
    </div>
  )
}
