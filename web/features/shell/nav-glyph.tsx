import { lazy, Suspense } from 'react'
import type { NavPlace } from './nav.ts'

// What is counted comes after the first paint, and so does what counts it.
const UnreadBadge = lazy(async () => ({ default: (await import('./unread-badge.tsx')).UnreadBadge }))

/** The icon of a place, with what waits there. */
export function NavGlyph({ place: { icon: Glyph, label }, className }: { place: NavPlace; className: string }) {
  return (
    <span className="relative shrink-0">
      <Glyph aria-hidden className={className} />
      {label === 'chat' && (
        <Suspense>
          <UnreadBadge />
        </Suspense>
      )}
    </span>
  )
}
