import { useSyncExternalStore } from 'react'

/** md: below it the settings are a list of pages (docs/rules/screens.md 2.3). */
const tablet = window.matchMedia('(min-width: 48rem)')

function subscribe(listener: () => void): () => void {
  tablet.addEventListener('change', listener)
  return () => tablet.removeEventListener('change', listener)
}

export const useHasTabs = (): boolean => useSyncExternalStore(subscribe, () => tablet.matches)
