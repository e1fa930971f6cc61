import { useCallback, useRef } from 'react'
import { sayTyping } from './changes.ts'
import { TYPING_EVERY_MS } from './typing.ts'

/** Says that one is writing, at most every so often. */
export function useTypingSigns(roomId: number): () => void {
  const last = useRef(0)
  return useCallback(() => {
    const at = performance.now()
    if (last.current > 0 && at - last.current < TYPING_EVERY_MS) return
    last.current = at
    sayTyping(roomId)
  }, [roomId])
}
