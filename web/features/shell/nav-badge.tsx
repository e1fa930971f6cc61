import { lazy, Suspense } from 'react'
import type { NavPlace } from './nav.ts'

// What is counted comes after the first paint, and so does what counts it.
const UnreadBadge = lazy(async () => ({ default: (await import('./unread-badge.tsx')).UnreadBadge }))

/** How much waits at a place of the navigation. */
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
