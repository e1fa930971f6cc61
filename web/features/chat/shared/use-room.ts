import { useEffect, useEffectEvent } from 'react'
import { type RoomView, useRoomView } from './chat-state.ts'
import { watchRoom } from './history.ts'
import { useUnreadOf } from './unread.ts'

/** A room's conversation, kept up to date while the component is shown; undefined until loading has begun. */
export function useRoom(roomId: number): RoomView | undefined {
  const unread = useUnreadOf(roomId)
  const watch = useEffectEvent(() => watchRoom(roomId, unread))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another room begins anew; the unread count matters at the beginning alone
  useEffect(() => watch(), [roomId])
  return useRoomView(roomId)
}
