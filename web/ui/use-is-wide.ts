import { useSyncExternalStore } from 'react'

/** lg (docs/rules/screens.md 2.3): from here on there is room for a week side by side. */
const wide = window.matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the screen is wide enough for a grid of seven days. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
