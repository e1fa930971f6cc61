import { useInbox } from './room-queries.ts'
import { unreadIn } from './rooms.ts'

/** The signed-in user's unread messages in rooms that are not muted. */
export const useUnreadTotal = (): number => useInbox(unreadIn) ?? 0

/** The unread messages of one room. */
export const useUnreadOf = (roomId: number): number =>
  useInbox((rooms) => rooms.find((room) => room.roomId === roomId)?.unreadMessagesCount) ?? 0
