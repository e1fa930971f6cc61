import { useEffect } from 'react'
import { type RoomView, useRoomView } from '../../lib/chat/chat-state.ts'
import { watchRoom } from '../../lib/chat/history.ts'

/** A room's conversation, kept up to date while it is shown; undefined for the moment before it is asked for. */
export function useRoom(roomId: number): RoomView | undefined {
  useEffect(() => watchRoom(roomId), [roomId])
  return useRoomView(roomId)
}
