import { useSyncExternalStore } from 'react'

/** Who among one's chat partners has come or gone since the connection stands. */
const online = new Map<number, boolean>()
const listeners = new Set<() => void>()

const announce = () => {
  for (const listener of listeners) listener()
}

export function setPresence(userId: number, isOnline: boolean): void {
  online.set(userId, isOnline)
  announce()
}

/** After a gap nothing that was heard before it is known any more. */
export function forgetPresence(): void {
  online.clear()
  announce()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody is online; undefined as long as nothing was heard of them. */
export const usePresence = (userId: number): boolean | undefined =>
  useSyncExternalStore(subscribe, () => online.get(userId))
