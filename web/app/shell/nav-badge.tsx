import type { NavPlace } from './nav.ts'
import { UnreadBadge } from './unread-badge.tsx'

/** The badge of a place of the navigation: unread messages at the chat. */
export function NavBadge({ place, className }: { place: NavPlace; className: string }) {
  if (place.label !== 'chat') return null
  return (
    <span className={className}>
      <UnreadBadge />
    </span>
  )
}
