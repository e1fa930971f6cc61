import { useEffect, useEffectEvent } from 'react'
import { type RoomView, useRoomView } from './chat-state.ts'
import { watchRoom } from './history.ts'
import { useUnreadOf } from './unread.ts'

/** A room's conversation, kept up to date while it is shown; undefined for the moment before it is asked for. */
export function useRoom(roomId: number): RoomView | undefined {
  const unread = useUnreadOf(roomId)
  const watch = useEffectEvent(() => watchRoom(roomId, unread))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room is another watch; what is unread matters at its beginning
  useEffect(() => watch(), [roomId])
  return useRoomView(roomId)
}
