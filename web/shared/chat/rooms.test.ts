import { describe, expect, it } from 'vitest'
import type { RoomSummary } from '#contract/chat'
import type { Message } from '#contract/message'
import { Role } from '#domain/roles'
import { byNewestMessage, needsRefetch, roomsAfter, roomsResumed, unreadIn } from './rooms.ts'

const [ME, THEM] = [1, 2]
const AT = '2026-11-21T10:00:00.000Z'
const message = (id: number, userId: number, changes: Partial<Message> = {}): Message => ({
  id,
  userId,
  roomId: 7,
  refId: null,
  text: 'hello',
  read: false,
  edited: false,
  deleted: false,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
})
const room = (changes: Partial<RoomSummary> = {}): RoomSummary => ({
  roomId: 7,
  settings: { pinned: false, muted: false },
  unreadMessagesCount: 0,
  latestMessage: null,
  otherMember: {
    id: THEM,
    englishName: null,
    name: 'Mona',
    email: null,
    gender: null,
    image: null,
    role: Role.Tutor,
    isMinor: false,
    lastSeen: null,
    online: false,
  },
  ...changes,
})
const list = (...rooms: RoomSummary[]) => ({ list: rooms, total: rooms.length })
const received = (payload: Message) => ({ event: 'RoomMessage' as const, payload })
const read = (userId: number, messageId: number) => ({
  event: 'RoomMessageRead' as const,
  payload: { userId, messageId, roomId: 7 },
})

describe('the lists of rooms between two answers of the server', () => {
  it('count a message of the other person once, however often it is received', () => {
    const frame = received(message(5, THEM))
    const after = roomsAfter(roomsAfter(list(room()), frame, ME), frame, ME)
    expect(after.list[0]).toMatchObject({ unreadMessagesCount: 1, latestMessage: { id: 5 } })
  })

  it('count nothing for what one has written oneself', () => {
    expect(roomsAfter(list(room()), received(message(5, ME)), ME).list[0]?.unreadMessagesCount).toBe(0)
  })

  it('forget the count when the newest message was read, here or in another tab', () => {
    const before = list(room({ unreadMessagesCount: 3, latestMessage: message(5, THEM) }))
    expect(roomsAfter(before, read(ME, 5), ME).list[0]?.unreadMessagesCount).toBe(0)
  })

  it('show that the other person has read what one wrote last', () => {
    const before = list(room({ latestMessage: message(5, ME) }))
    expect(roomsAfter(before, read(THEM, 5), ME).list[0]?.latestMessage?.read).toBe(true)
  })

  it('are after a gap as the party says, and the others as they were', () => {
    const [changed, other] = [room({ unreadMessagesCount: 1 }), room({ roomId: 8, latestMessage: message(2, ME) })]
    const latestMessage = message(9, THEM)
    const resumed = [{ roomId: 7, unreadMessagesCount: 3, latestMessage, missed: null }]
    expect(roomsResumed(list(changed, other), resumed).list).toEqual([
      { ...changed, unreadMessagesCount: 3, latestMessage },
      other,
    ])
  })

  it('ask the server where only it knows: an unknown room, a deleted message, a part of what was unread', () => {
    expect(needsRefetch([], received(message(5, THEM)), ME)).toBe(true)
    const deleted = { event: 'RoomMessageDeleted' as const, payload: { roomId: 7, messageId: 5 } }
    expect(needsRefetch([room()], deleted, ME)).toBe(true)
    const partly = room({ unreadMessagesCount: 3, latestMessage: message(5, THEM) })
    expect(needsRefetch([partly], read(ME, 4), ME)).toBe(true)
    expect(needsRefetch([partly], read(ME, 5), ME)).toBe(false)
  })

  it('stand in the order of their newest messages, each room once', () => {
    const older = room({ roomId: 8, latestMessage: message(2, ME, { createdAt: '2026-11-20T10:00:00.000Z' }) })
    const newer = room({ latestMessage: message(5, THEM) })
    expect(byNewestMessage([room({ roomId: 9 }), older, newer, older]).map(({ roomId }) => roomId)).toEqual([7, 8, 9])
  })

  it('leave muted rooms out of the total', () => {
    const muted = room({ unreadMessagesCount: 4, settings: { pinned: false, muted: true } })
    expect(unreadIn([room({ unreadMessagesCount: 2 }), muted])).toBe(2)
  })
})
