import { useCallback, useRef } from 'react'
import { createStore, useStore } from '../../platform/store.ts'
import { sendTyping } from './changes.ts'

/** Typing is shown until this long after the last event of it (docs/rules/chat.md 2.5). */
const SHOWN_MS = 1000
/** Own typing events are sent at most this often. */
const TYPING_EVERY_MS = 500

/** Room to the person who is typing in it. */
const typing = createStore<ReadonlyMap<number, number>>(new Map())
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export function stopTyping(roomId: number): void {
  clearTimeout(timers.get(roomId))
  const rest = new Map(typing.get())
  if (rest.delete(roomId)) typing.set(rest)
}

export function showTyping(roomId: number, userId: number): void {
  clearTimeout(timers.get(roomId))
  timers.set(
    roomId,
    setTimeout(() => stopTyping(roomId), SHOWN_MS),
  )
  typing.set(new Map([...typing.get(), [roomId, userId]]))
}

/** The person who is currently typing in a room, or null. */
export const useTyping = (roomId: number): number | null => useStore(typing, (byRoom) => byRoom.get(roomId) ?? null)

/** Sends that this person is typing, at most once per `TYPING_EVERY_MS`. */
export function useTypingEvents(roomId: number): () => void {
  const last = useRef(0)
  return useCallback(() => {
    const at = performance.now()
    if (last.current > 0 && at - last.current < TYPING_EVERY_MS) return
    last.current = at
    sendTyping(roomId)
  }, [roomId])
}
