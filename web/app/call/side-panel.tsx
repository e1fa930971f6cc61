import type { KeyboardEvent, ReactNode } from 'react'
import { useFocusInside } from '../../ui/focus-hooks.ts'

/** Beside the video on a wide screen, over its lower part on a phone. Escape closes it. */
export function SidePanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  // It covers the controls on a phone.
  const place = useFocusInside<HTMLElement>()
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <aside
      ref={place}
      tabIndex={-1}
      onKeyDown={closeByEscape}
      className="z-20 animate-sheet overflow-hidden bg-surface text-ink shadow-sheet max-lg:fixed max-lg:inset-x-0 max-lg:top-[22dvh] max-lg:bottom-0 max-lg:rounded-t-sheet lg:w-96 lg:shrink-0 lg:animate-none max-lg:short:top-0"
    >
      {children}
    </aside>
  )
}
