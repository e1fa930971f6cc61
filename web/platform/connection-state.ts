import { useEffect, useState, useSyncExternalStore } from 'react'
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

export const isConnected = (): boolean => state === 'open'
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

/** Whether something has been so for a while; at once, when it no longer is. */
export function useLasting(isOn: boolean, patienceMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(isOn), isOn ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [isOn, patienceMs])
  return isOn && hasLasted
}
