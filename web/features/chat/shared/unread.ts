import { useInbox } from './room-queries.ts'
import { unreadIn } from './rooms.ts'

/** How many messages wait for the person who is signed in, in rooms that they have not muted. */
export const useUnreadTotal = (): number => useInbox(unreadIn) ?? 0

/** How many wait in one room. */
export const useUnreadOf = (roomId: number): number =>
  useInbox((rooms) => rooms.find((room) => room.roomId === roomId)?.unreadMessagesCount) ?? 0
