import { useEffect } from 'react'

const PROPERTY = '--visible-height'

/**
 * Sets `--visible-height` to the height above a phone's keyboard; the shell uses it, so that the text box stays visible.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty(PROPERTY, `${visualViewport.height}px`)
      // Some browsers scroll the page up for the keyboard, which would hide the header.
      window.scrollTo(0, 0)
    }
    visualViewport.addEventListener('resize', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      style.removeProperty(PROPERTY)
    }
  }, [])
}
