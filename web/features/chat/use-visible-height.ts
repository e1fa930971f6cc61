import { useEffect } from 'react'

const PROPERTY = '--visible-height'

/** Tells the frame how high the screen is above a phone's keyboard, so that the box one writes in stays in sight. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty(PROPERTY, `${visualViewport.height}px`)
      // Some browsers push the page up for the keyboard; there is nothing below to be seen.
      window.scrollTo(0, 0)
    }
    visualViewport.addEventListener('resize', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      style.removeProperty(PROPERTY)
    }
  }, [])
}
