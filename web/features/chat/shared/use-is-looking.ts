import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is in front of somebody. */
export const useIsLooking = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
