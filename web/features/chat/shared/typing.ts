import { useSyncExternalStore } from 'react'

/** Who is writing in which room; forgotten a second after the last sign of it (docs/rules/chat.md 2.5). */
const SHOWN_MS = 1000
/** How often a sign of writing is sent at most. */
export const TYPING_EVERY_MS = 500

const writing = new Map<number, { userId: number; timer: ReturnType<typeof setTimeout> }>()
const listeners = new Set<() => void>()

const announce = () => {
  for (const listener of listeners) listener()
}

export function stopTyping(roomId: number): void {
  clearTimeout(writing.get(roomId)?.timer)
  if (writing.delete(roomId)) announce()
}

export function sawTyping(roomId: number, userId: number): void {
  clearTimeout(writing.get(roomId)?.timer)
  writing.set(roomId, { userId, timer: setTimeout(() => stopTyping(roomId), SHOWN_MS) })
  announce()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person who is writing in a room right now, null when nobody is. */
export const useTyping = (roomId: number): number | null =>
  useSyncExternalStore(subscribe, () => writing.get(roomId)?.userId ?? null)
