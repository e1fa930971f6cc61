import { useSyncExternalStore } from 'react'
import type { ConnectionState } from './socket.ts'

/** Whether the person's own live connection stands, for whoever shows it. Closed where nobody is signed in. */
let state: ConnectionState = 'closed'
const listeners = new Set<() => void>()

export function setConnection(next: ConnectionState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, () => state)

function subscribeToLine(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device believes that it has a line at all. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribeToLine, () => !navigator.onLine)
