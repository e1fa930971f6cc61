import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { seqOf } from '#domain/chat/room'
import { BroadcastParty } from '../../party/broadcast.ts'
import { ChatParty } from '../../party/chat.ts'
import { SessionParty } from '../../party/session.ts'
import { UserParty } from '../../party/user.ts'
import {
  allMessages,
  drainRoom,
  inChatParty,
  inUserParty,
  receivedMessages,
  roomOfTwoOnline,
  roomStub,
  userStub,
} from './chat-rooms.ts'

describe('hibernation', () => {
  it('is on for every party', () => {
    for (const party of [UserParty, ChatParty, BroadcastParty, SessionParty])
      expect(party.options).toEqual({ hibernate: true })
  })

  it('leaves an idle room without an alarm, and loses none of its data', async () => {
    const { student, roomId, hers } = await roomOfTwoOnline()
    for (const n of ['1', '2', '3']) await hers.send('SendMessage', { roomId, text: n, refId: n })
    await drainRoom(roomId)
    const pending = await inChatParty(roomId, async (_room, { storage }) => ({
      alarm: await storage.getAlarm(),
      events: storage.sql.exec('SELECT (SELECT MAX(rev) FROM messages) - stored_rev AS count FROM room').one(),
    }))
    expect(pending).toEqual({ alarm: null, events: { count: 0 } })
    const before = await allMessages(student, roomId)
    await evictDurableObject(roomStub(roomId))
    expect(await allMessages(student, roomId)).toEqual(before)
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect(await hers.send('SendMessage', { roomId, text: '4', refId: '4' })).toBe('ok')
    expect((await allMessages(student, roomId)).map(({ id }) => seqOf(id))).toEqual([1, 2, 3, 4])
  })

  it('keeps a user’s sockets open, which receive what is sent when the object wakes', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    await hers.send('SendMessage', { roomId, text: '1', refId: '1' })
    await receivedMessages(his, 1)
    await evictDurableObject(userStub(tutor))
    await hers.send('SendMessage', { roomId, text: '2', refId: '2' })
    expect((await receivedMessages(his, 2)).map(({ text }) => text)).toEqual(['1', '2'])
    expect(await his.send('SendMessage', { roomId, text: '3', refId: '3' })).toBe('ok')
    expect(await inUserParty(tutor, (party) => party.inbox())).toMatchObject([{ roomId, unread: 2 }])
  })
})
