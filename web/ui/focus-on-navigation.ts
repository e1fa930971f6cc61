import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading, hasOwnFocus, isFocusInDialog } from './focus.ts'

/**
 * After a change of screen the focus is on the new screen's heading, not on a link that is gone; and after a step within a
 * screen on the step's, if what was pressed went with the last one and the screen does not move the focus by itself.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let pressed: Element | null = null
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        pressed = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        const isStep = fromLocation.pathname === toLocation.pathname
        if (isStep && (!pressed || pressed.isConnected || hasOwnFocus())) return
        if (!isFocusInDialog()) focusHeading()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
