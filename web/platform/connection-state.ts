import { useEffect, useState } from 'react'
import type { SocketState } from './socket.ts'
import { createEventStore, createStore, useStore } from './store.ts'

/** The state of the user's own socket (`user-socket.ts`); closed when nobody is signed in. */
const connection = createStore<SocketState>('closed')

export const setConnectionState = (next: SocketState): void => connection.set(next)

export const isConnected = (): boolean => connection.get() === 'open'
export const useConnectionState = (): SocketState => useStore(connection)

// Pages are also rendered at the edge, where there is no window.
const offline =
  typeof window === 'undefined'
    ? createStore(false)
    : createEventStore(window, ['online', 'offline'], () => !navigator.onLine)

/** Whether the device itself reports that it has no network. */
export const useIsOffline = (): boolean => useStore(offline)

/** True once `isOn` has been true for `delayMs`, so that a short interruption is not shown; false as soon as it ends. */
export function useDelayedFlag(isOn: boolean, delayMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(isOn), isOn ? delayMs : 0)
    return () => clearTimeout(timer)
  }, [isOn, delayMs])
  return isOn && hasLasted
}
