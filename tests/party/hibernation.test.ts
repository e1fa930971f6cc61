import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { seqOf } from '#domain/chat/room'
import { BroadcastParty } from '../../party/broadcast.ts'
import { ChatParty } from '../../party/chat.ts'
import { SessionParty } from '../../party/session.ts'
import { UserParty } from '../../party/user.ts'
import { allOf, heardMessages, inParty, inRoom, pairOnline, roomStub, settled, userStub } from './rooms.ts'

describe('at rest', () => {
  it('every party sleeps', () => {
    for (const party of [UserParty, ChatParty, BroadcastParty, SessionParty])
      expect(party.options).toEqual({ hibernate: true })
  })

  it('an idle room has nothing to wake up for, and forgets nothing while it sleeps', async () => {
    const { student, roomId, hers } = await pairOnline()
    for (const n of ['1', '2', '3']) await hers.send('SendMessage', { roomId, text: n, refId: n })
    await settled(roomId)
    const pending = await inRoom(roomId, async (_room, { storage }) => ({
      alarm: await storage.getAlarm(),
      events: storage.sql.exec('SELECT COUNT(*) AS count FROM events').one(),
    }))
    expect(pending).toEqual({ alarm: null, events: { count: 0 } })
    const before = await allOf(student, roomId)
    await evictDurableObject(roomStub(roomId))
    expect(await allOf(student, roomId)).toEqual(before)
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect(await hers.send('SendMessage', { roomId, text: '4', refId: '4' })).toBe('ok')
    expect((await allOf(student, roomId)).map(({ id }) => seqOf(id))).toEqual([1, 2, 3, 4])
  })

  it('a person’s line sleeps with its sockets open, and hears what is said when it wakes', async () => {
    const { tutor, roomId, hers, his } = await pairOnline()
    await hers.send('SendMessage', { roomId, text: '1', refId: '1' })
    await heardMessages(his, 1)
    await evictDurableObject(userStub(tutor))
    await hers.send('SendMessage', { roomId, text: '2', refId: '2' })
    expect((await heardMessages(his, 2)).map(({ text }) => text)).toEqual(['1', '2'])
    expect(await his.send('SendMessage', { roomId, text: '3', refId: '3' })).toBe('ok')
    expect(await inParty(tutor, (party) => party.inbox())).toMatchObject([{ roomId, unread: 2 }])
  })
})
