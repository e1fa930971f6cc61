import { useSyncExternalStore } from 'react'

/** md (spec section 9): below it the settings are a list of pages (facts: screens 8.5). */
const tablet = window.matchMedia('(min-width: 48rem)')

function subscribe(listener: () => void): () => void {
  tablet.addEventListener('change', listener)
  return () => tablet.removeEventListener('change', listener)
}

export const useHasTabs = (): boolean => useSyncExternalStore(subscribe, () => tablet.matches)
