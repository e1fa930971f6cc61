import type { RoomSummary } from '#contract/chat'
import type { ResumedRoom, ServerFrame } from '#contract/live/user'
import type { Message } from '#contract/message'

/** A list of rooms as the server answers it. The functions below apply events to it, so that it need not be fetched again. */
export type RoomList = { list: RoomSummary[]; total: number }

type RoomListEvent = Extract<ServerFrame, { event: 'RoomMessage' | 'RoomMessageUpdated' | 'RoomMessageRead' }>

const isRoomListEvent = ({ event }: ServerFrame): boolean =>
  event === 'RoomMessage' || event === 'RoomMessageUpdated' || event === 'RoomMessageRead'

function withNew(room: RoomSummary, message: Message, myId: number): RoomSummary {
  if (room.latestMessage && room.latestMessage.id >= message.id) return room
  const isMine = message.userId === myId
  return {
    ...room,
    latestMessage: message,
    unreadMessagesCount: isMine ? room.unreadMessagesCount : room.unreadMessagesCount + 1,
  }
}

function withReading(room: RoomSummary, readerId: number, messageId: number, myId: number): RoomSummary {
  const { latestMessage } = room
  if (!latestMessage || messageId < latestMessage.id) return room
  if (readerId === myId) return { ...room, unreadMessagesCount: 0 }
  return latestMessage.userId === myId ? { ...room, latestMessage: { ...latestMessage, read: true } } : room
}

function roomAfter(room: RoomSummary, { event, payload }: RoomListEvent, myId: number): RoomSummary {
  if (room.roomId !== payload.roomId) return room
  if (event === 'RoomMessage') return withNew(room, payload, myId)
  if (event === 'RoomMessageRead') return withReading(room, payload.userId, payload.messageId, myId)
  return room.latestMessage?.id === payload.id ? { ...room, latestMessage: payload } : room
}

/** The list after an event; the same object where the event changes nothing in it. */
export function roomsAfter(rooms: RoomList, frame: ServerFrame, myId: number): RoomList {
  if (!isRoomListEvent(frame)) return rooms
  const list = rooms.list.map((room) => roomAfter(room, frame as RoomListEvent, myId))
  return list.some((room, place) => room !== rooms.list[place]) ? { ...rooms, list } : rooms
}

/** The list after a gap: the rooms that had events meanwhile, as they are now. */
export function roomsResumed(rooms: RoomList, resumed: readonly ResumedRoom[]): RoomList {
  const byId = new Map(resumed.map((room) => [room.roomId, room]))
  const list = rooms.list.map((room) => {
    const { unreadMessagesCount, latestMessage } = byId.get(room.roomId) ?? room
    return { ...room, unreadMessagesCount, latestMessage }
  })
  return { ...rooms, list }
}

/** Whether an event can change a list of rooms. */
export const affectsRooms = (frame: ServerFrame): boolean =>
  isRoomListEvent(frame) || frame.event === 'RoomMessageDeleted'

/** Whether the lists cannot be derived from an event and have to be fetched again. */
export function needsRefetch(rooms: readonly RoomSummary[], frame: ServerFrame, myId: number): boolean {
  if (frame.event === 'RoomMessageDeleted') return true
  if (frame.event === 'RoomMessage') return !rooms.some(({ roomId }) => roomId === frame.payload.roomId)
  if (frame.event !== 'RoomMessageRead' || frame.payload.userId !== myId) return false
  const room = rooms.find(({ roomId }) => roomId === frame.payload.roomId)
  return room !== undefined && room.unreadMessagesCount > 0 && (room.latestMessage?.id ?? 0) > frame.payload.messageId
}

/** Whether the last message is the other member's. */
export const isUnanswered = ({ latestMessage }: RoomSummary, myId: number): boolean =>
  latestMessage !== null && latestMessage.userId !== myId && !latestMessage.deleted

/** Newest conversation first, each room once; rooms without a message come last, in the server's order. */
export function byNewestMessage(rooms: readonly RoomSummary[]): RoomSummary[] {
  const unique = [...new Map(rooms.map((room) => [room.roomId, room])).values()]
  const at = ({ latestMessage }: RoomSummary) => latestMessage?.createdAt ?? ''
  return unique.sort((one, other) => (at(one) === at(other) ? 0 : at(one) < at(other) ? 1 : -1))
}

/** The number of unread messages in rooms that are not muted. */
export const unreadIn = (rooms: readonly RoomSummary[]): number =>
  rooms.filter(({ settings }) => !settings.muted).reduce((sum, { unreadMessagesCount }) => sum + unreadMessagesCount, 0)
