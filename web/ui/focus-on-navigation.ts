import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading, hasOwnFocus, isFocusInDialog } from './focus.ts'

/**
 * After a change of screen, moves the focus to the new screen's heading instead of a removed link; after a step within a
 * screen, to the step's heading, if the pressed control was removed and the screen does not move the focus itself.
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
