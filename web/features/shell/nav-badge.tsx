import { lazy, Suspense } from 'react'
import type { NavPlace } from './nav.ts'

// Loaded after the first paint: the count needs the chat's queries, which the first screen does not.
const UnreadBadge = lazy(async () => ({ default: (await import('./unread-badge.tsx')).UnreadBadge }))

/** The badge of a place of the navigation: unread messages at the chat. */
export function NavBadge({ place, className }: { place: NavPlace; className: string }) {
  if (place.label !== 'chat') return null
  return (
    <span className={className}>
      <Suspense>
        <UnreadBadge />
      </Suspense>
    </span>
  )
}
