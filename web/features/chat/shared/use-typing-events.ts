import { useCallback, useRef } from 'react'
import { sendTyping } from './changes.ts'
import { TYPING_EVERY_MS } from './typing.ts'

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
