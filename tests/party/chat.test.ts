import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { messageIdOf, seqOf } from '#domain/chat/room'
import { MAX_MESSAGES_TOGETHER } from '#domain/live'
import { callApi, newStudent, onboardedTutor, type Person, run, verifiedStudent } from '#tests/people'
import { CALL_TIMEOUT_MS } from '../../party/call-socket.ts'
import { ChatParty } from '../../party/chat.ts'
import { UserParty } from '../../party/user.ts'
import {
  abortObject,
  allMessages,
  drainRoom,
  inChatParty,
  inUserParty,
  messagesOf,
  receivedMessages,
  roomOfTwo,
  roomOfTwoOnline,
  roomStub,
} from './chat-rooms.ts'
import { openUserSocket } from './socket.ts'

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const textOf = ({ text }: { text: string }) => text

describe('a message', () => {
  it('reaches every tab of both, once, and nobody else', async () => {
    const { student, tutor, roomId, hers, his } = await roomOfTwoOnline()
    const [second, stranger] = [await openUserSocket(student), await openUserSocket(await verifiedStudent())]
    expect(await hers.send('SendMessage', { roomId, text: 'أهلا يا مستر', refId: 'a' })).toBe('ok')
    const [message] = await receivedMessages(his, 1)
    expect(message).toMatchObject({ id: messageIdOf(roomId, 1), roomId, userId: student.id, refId: 'a' })
    expect(message).toMatchObject({ text: 'أهلا يا مستر', read: false, edited: false, deleted: false })
    for (const tab of [hers, second]) expect(await receivedMessages(tab, 1)).toEqual([message])
    expect(await allMessages(tutor, roomId)).toEqual([message])
    expect(await stranger.receivedInAll('RoomMessage')).toEqual([])
  })

  it('keeps the order in which it was sent: fifty at once have numbers without a gap, the same for everybody', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const sent = numbers(50).map((n) => hers.send('SendMessage', { roomId, text: `رسالة ${n}`, refId: `ref-${n}` }))
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['ok']))
    const expected = numbers(50).map((n) => `رسالة ${n}`)
    for (const tab of [hers, his]) {
      const received = await receivedMessages(tab, 50)
      expect(received.map(textOf)).toEqual(expected)
      expect(received.map(({ id }) => seqOf(id))).toEqual(numbers(50))
    }
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(expected)
  })

  it('of each at the same time has the same order for both', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    await Promise.all(
      numbers(20).flatMap((n) => [
        hers.send('SendMessage', { roomId, text: `هي ${n}`, refId: `${n}` }),
        his.send('SendMessage', { roomId, text: `هو ${n}`, refId: `${n}` }),
      ]),
    )
    const stored = await allMessages(student, roomId)
    expect(stored).toHaveLength(40)
    expect(await receivedMessages(hers, 40)).toEqual(stored)
    expect(await receivedMessages(his, 40)).toEqual(stored)
  })

  it('that two tabs send with one refId is stored once, and both receive the same', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const second = await openUserSocket(student)
    const message = { roomId, text: 'أهلا', refId: 'one' }
    expect(await Promise.all([hers, second, hers].map((tab) => tab.send('SendMessage', message)))).toEqual([
      ...['ok', 'ok', 'ok'],
    ])
    const [stored, ...more] = await allMessages(student, roomId)
    expect(more).toEqual([])
    for (const tab of [hers, second])
      for (const received of await receivedMessages(tab, 1)) expect(received).toEqual(stored)
    await his.send('ping')
    expect(await receivedMessages(his, 1)).toEqual([stored])
    expect(await his.send('SendMessage', message)).toBe('ok')
    expect(await allMessages(student, roomId)).toHaveLength(2)
  })

  it('is not empty, has at most a thousand characters, and is refused with markup that is not allowed', async () => {
    const { student, roomId, hers } = await roomOfTwoOnline()
    const send = (text: string) => hers.send('SendMessage', { roomId, text, refId: crypto.randomUUID() })
    for (const empty of ['', ' \n ', '<br>', '<p></p>', '\u2800', '<b>\u3164</b>', '&#8203;', '&zwnj;']) {
      expect([empty, await send(empty)]).toEqual([empty, 'empty-text'])
      // The text is looked at before the room is.
      const elsewhere = hers.send('SendMessage', { roomId: 999_999, text: empty, refId: 'elsewhere' })
      expect([empty, await elsewhere]).toEqual([empty, 'empty-text'])
    }
    expect(await send('ا'.repeat(1001))).toBe('unallowed')
    expect(await send('ا'.repeat(1000))).toBe('ok')
    for (const markup of [
      '<script>alert(1)</script>',
      '<b>أهلا',
      '<b class="x">أهلا</b>',
      '<img src=x onerror=alert(1)>',
    ])
      expect([markup, await send(markup)]).toEqual([markup, 'message-text-invalid-html'])
    expect(await send('<b>أهلا</b> 2 < 3 &lt;script&gt;')).toBe('ok')
    const [, last] = await allMessages(student, roomId)
    expect(last?.text).toBe('<b>أهلا</b> 2 < 3 &lt;script&gt;')
    expect(await hers.send('UpdateMessage', { id: last?.id, text: '<i>أهلا' })).toBe('message-text-invalid-html')
    expect(await allMessages(student, roomId)).toHaveLength(2)
  })
})

describe('nothing is lost, doubled or reordered', () => {
  /** Lets every delivery to this person's object fail until it comes back, and counts them. */
  function takeAway(person: Person) {
    const { receiveRoomUpdate } = UserParty.prototype
    let deliveries = 0
    const away = vi.spyOn(UserParty.prototype, 'receiveRoomUpdate').mockImplementation(function (
      this: UserParty,
      update,
    ) {
      if (this.name !== String(person.id)) return receiveRoomUpdate.call(this, update)
      deliveries += 1
      throw new Error('away')
    })
    onTestFinished(() => away.mockRestore())
    return { comeBack: () => away.mockRestore(), deliveries: () => deliveries }
  }

  it('when the room crashes while people write', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const send = (n: number) => hers.send('SendMessage', { roomId, text: `${n}`, refId: `ref-${n}` })
    const sent = numbers(30).map(send)
    await sent[4]
    await abortObject(roomStub(roomId))
    const codes = await Promise.all(sent)
    // What was not acknowledged is sent again, in order, as a tab's outbox does.
    for (const [index, code] of codes.entries()) if (code !== 'ok') expect(await send(index + 1)).toBe('ok')
    await runDurableObjectAlarm(roomStub(roomId))
    const stored = await allMessages(student, roomId)
    expect(stored.map(({ id }) => seqOf(id))).toEqual(numbers(30))
    expect(stored.map(textOf).toSorted()).toEqual(numbers(30).map(String).toSorted())
    expect(await receivedMessages(his, 30)).toEqual(stored)
  })

  it('when a member’s object was unavailable: it receives everything afterwards, in order', async () => {
    const { roomId, tutor, hers, his } = await roomOfTwoOnline()
    const away = takeAway(tutor)
    for (const n of numbers(3))
      expect(await hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })).toBe('ok')
    await receivedMessages(hers, 3)
    expect(await inChatParty(roomId, (_room, { storage }) => storage.getAlarm())).not.toBeNull()
    await vi.waitFor(() => expect(away.deliveries()).toBeGreaterThan(0))
    away.comeBack()
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect((await receivedMessages(his, 3)).map(textOf)).toEqual(['1', '2', '3'])
    expect(await inUserParty(tutor, (party) => party.inbox())).toMatchObject([{ roomId, unread: 3 }])
  })

  it('when a member’s object is still unavailable at the alarm: the next one delivers', async () => {
    const { roomId, tutor, hers, his } = await roomOfTwoOnline()
    const away = takeAway(tutor)
    expect(await hers.send('SendMessage', { roomId, text: '1', refId: '1' })).toBe('ok')
    await vi.waitFor(() => expect(away.deliveries()).toBeGreaterThan(0))
    for (let attempt = 0; attempt < 2; attempt++) {
      const before = away.deliveries()
      expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
      await vi.waitFor(() => expect(away.deliveries()).toBeGreaterThan(before))
      expect(await inChatParty(roomId, (_room, { storage }) => storage.getAlarm())).not.toBeNull()
    }
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect((await receivedMessages(hers, 2)).map(textOf)).toEqual(['1', '2'])
    await his.send('ping')
    expect(his.received('RoomMessage')).toEqual([])
    away.comeBack()
    await runDurableObjectAlarm(roomStub(roomId))
    expect((await receivedMessages(his, 2)).map(textOf)).toEqual(['1', '2'])
    await drainRoom(roomId)
    await his.send('ping')
    expect(his.received('RoomMessage')).toHaveLength(2)
    expect(hers.received('RoomMessage')).toHaveLength(2)
  })

  it('when a member’s object never answered a delivery: the alarm does not wait for it', async () => {
    const { roomId, student, tutor, hers, his } = await roomOfTwoOnline()
    const never = vi
      .spyOn(UserParty.prototype, 'receiveRoomUpdate')
      .mockReturnValueOnce(new Promise(() => undefined) as never)
    onTestFinished(() => never.mockRestore())
    for (const n of numbers(3))
      expect(await hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })).toBe('ok')
    // The first delivery of all hangs: to her or to him, as their ids fall.
    await vi.waitFor(() => expect(never).toHaveBeenCalled())
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    for (const tab of [hers, his]) expect((await receivedMessages(tab, 3)).map(textOf)).toEqual(['1', '2', '3'])
    const last = (await allMessages(student, roomId)).at(-1)?.id ?? 0
    expect(await his.send('MarkMessageAsRead', { id: last })).toBe('ok')
    expect(await hers.receive('RoomMessageRead')).toEqual([{ userId: tutor.id, messageId: last, roomId }])
    await drainRoom(roomId)
    expect(await inChatParty(roomId, (_room, { storage }) => storage.getAlarm())).toBeNull()
    for (const tab of [hers, his]) {
      await tab.send('ping')
      expect(tab.received('RoomMessage')).toHaveLength(3)
    }
  })

  it('when a room never answered a call: what is sent to it afterwards goes through', async () => {
    const { roomId, student, hers } = await roomOfTwoOnline()
    const realTimeout = setTimeout
    const soon = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((work: () => void, ms?: number) =>
        realTimeout(work, ms === CALL_TIMEOUT_MS ? 10 : ms)) as typeof setTimeout)
    onTestFinished(() => soon.mockRestore())
    const never = vi.spyOn(ChatParty.prototype, 'act').mockReturnValue(new Promise(() => undefined))
    onTestFinished(() => never.mockRestore())
    expect(await hers.send('SendMessage', { roomId, text: '1', refId: '1' })).toBe('unreachable')
    never.mockRestore()
    soon.mockRestore()
    expect(await hers.send('SendMessage', { roomId, text: '1', refId: '1' })).toBe('ok')
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(['1', '2'])
  })

  it('when a room’s answer is lost for good: the alarm brings its author what the answer held', async () => {
    const { roomId, student, hers, his } = await roomOfTwoOnline()
    const { act } = ChatParty.prototype
    const lost = vi.spyOn(ChatParty.prototype, 'act').mockImplementation(async function (this: ChatParty, ...args) {
      await act.apply(this, args)
      throw new Error('the answer is lost')
    })
    onTestFinished(() => lost.mockRestore())
    expect(await hers.send('SendMessage', { roomId, text: '1', refId: '1' })).toBe('unreachable')
    lost.mockRestore()
    expect(await receivedMessages(his, 1)).toHaveLength(1)
    expect(hers.received('RoomMessage')).toEqual([])
    await drainRoom(roomId)
    expect(await receivedMessages(hers, 1)).toEqual(await allMessages(student, roomId))
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect((await receivedMessages(hers, 2)).map(textOf)).toEqual(['1', '2'])
  })

  it('when several frames wait for a room: they go together, in order, and each is answered', async () => {
    const { roomId, student, hers } = await roomOfTwoOnline()
    const act = vi.spyOn(ChatParty.prototype, 'act')
    onTestFinished(() => act.mockRestore())
    const send = (text: string) => hers.send('SendMessage', { roomId, text, refId: text })
    const id = messageIdOf(roomId, 1)
    const codes = [
      ...['1', '2', ' ', '3'].map(send),
      hers.send('UpdateMessage', { id, text: 'واحد' }),
      hers.send('DeleteMessage', { id: messageIdOf(roomId, 2) }),
      hers.send('MarkMessageAsRead', { id }),
    ]
    expect(await Promise.all(codes)).toEqual(['ok', 'ok', 'empty-text', 'ok', 'ok', 'ok', 'unallowed'])
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(['واحد', '3'])
    expect(act.mock.calls.length).toBeLessThan(codes.length)
  })

  it('when messages are sent together: they are one call, the first refusal is answered, and those beside it are stored', async () => {
    const { roomId, student, hers, his } = await roomOfTwoOnline()
    const act = vi.spyOn(ChatParty.prototype, 'act')
    onTestFinished(() => act.mockRestore())
    const sendTogether = (...texts: string[]) =>
      hers.send('SendMessages', { roomId, messages: texts.map((text) => ({ text, refId: text })) })
    expect(await sendTogether('1', '2', '3')).toBe('ok')
    expect(act).toHaveBeenCalledTimes(1)
    expect(await sendTogether('3', ' ', '<b>4', '5')).toBe('empty-text')
    expect((await receivedMessages(his, 4)).map(textOf)).toEqual(['1', '2', '3', '5'])
    expect((await receivedMessages(hers, 5)).map(textOf).toSorted()).toEqual(['1', '2', '3', '3', '5'])
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(['1', '2', '3', '5'])
    expect(await sendTogether(' ', '<br>')).toBe('empty-text')
    expect(await sendTogether()).toBe('unreachable')
    expect(await sendTogether(...numbers(MAX_MESSAGES_TOGETHER + 1).map(String))).toBe('unreachable')
    const stranger = await openUserSocket(await verifiedStudent())
    const messages = [{ text: 'x', refId: '1' }]
    expect(await stranger.send('SendMessages', { roomId, messages })).toBe('not-member')
    expect(await allMessages(student, roomId)).toHaveLength(4)
  })

  it('when the call that carries messages together fails: none of them passes those before it', async () => {
    const { roomId, student, hers } = await roomOfTwoOnline()
    const away = vi.spyOn(ChatParty.prototype, 'act').mockRejectedValue(new Error('restarting'))
    onTestFinished(() => away.mockRestore())
    const messages = numbers(MAX_MESSAGES_TOGETHER).map((n) => ({ text: `${n}`, refId: `${n}` }))
    expect(await hers.send('SendMessages', { roomId, messages })).toBe('unreachable')
    away.mockRestore()
    expect(await hers.send('SendMessages', { roomId, messages })).toBe('ok')
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(messages.map(textOf))
  })

  it('when the room delivers again what was received already', async () => {
    const { roomId, tutor, hers, his } = await roomOfTwoOnline()
    await hers.send('SendMessage', { roomId, text: 'أهلا', refId: 'a' })
    const [latest = null] = await receivedMessages(his, 1)
    const events = [{ rev: 1, frame: JSON.stringify({ event: 'RoomMessage', payload: latest }) }]
    const again = { roomId, otherId: 1, latest: null, unread: 9, events }
    await inUserParty(tutor, (party) => party.receiveRoomUpdate(again))
    await his.send('ping')
    expect(his.received('RoomMessage')).toHaveLength(1)
    expect(await inUserParty(tutor, (party) => party.inbox())).toEqual([{ roomId, unread: 1, latest }])
  })

  it('when a connection was lost: everything after the last message received can be listed', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    const send = (n: number) => hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })
    for (const n of numbers(3)) await send(n)
    const received = await receivedMessages(his, 3)
    await his.close()
    for (const n of numbers(25, 4)) await send(n)
    const after = received.at(-1)?.id
    const first = await messagesOf(tutor, roomId, `afterId=${after}&size=10`)
    const pages = [first.list]
    await send(29)
    for (const page of [2, 3])
      pages.push((await messagesOf(tutor, roomId, `afterId=${after}&size=10&page=${page}`)).list)
    expect(first.total).toBe(25)
    expect([...received, ...pages.flat()].map(textOf)).toEqual(numbers(29).map(String))
    expect((await messagesOf(tutor, roomId, `afterId=${messageIdOf(roomId, 29)}`)).list).toEqual([])
  })
})

describe('a message that was sent', () => {
  it('is edited by its author alone, and is marked as edited', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    await hers.send('SendMessage', { roomId, text: 'أهلا', refId: 'a' })
    const id = messageIdOf(roomId, 1)
    expect(await his.send('UpdateMessage', { id, text: 'مش أنا' })).toBe('not-owner')
    expect(await hers.send('UpdateMessage', { id, text: ' ' })).toBe('empty-text')
    expect(await hers.send('UpdateMessage', { id, text: ' أهلا بيك ' })).toBe('ok')
    const [changed] = await his.receive('RoomMessageUpdated')
    expect(changed).toMatchObject({ id, text: 'أهلا بيك', edited: true, userId: student.id })
    expect(await allMessages(student, roomId)).toEqual([changed])
    expect(await hers.send('UpdateMessage', { id: messageIdOf(roomId, 2), text: 'x' })).toBe('message-not-found')
  })

  it('is deleted by its author alone, keeps its number and is no longer listed', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    for (const n of numbers(3)) await hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })
    const id = messageIdOf(roomId, 2)
    expect(await his.send('DeleteMessage', { id })).toBe('not-owner')
    expect(await hers.send('DeleteMessage', { id })).toBe('ok')
    expect(await his.receive('RoomMessageDeleted')).toEqual([{ roomId, messageId: id }])
    for (const attempt of [hers.send('DeleteMessage', { id }), hers.send('UpdateMessage', { id, text: 'x' })])
      expect(await attempt).toBe('message-not-found')
    await hers.send('SendMessage', { roomId, text: '4', refId: '4' })
    const { list, total } = await messagesOf(student, roomId)
    expect([list.map((one) => seqOf(one.id)), total]).toEqual([[4, 3, 1], 3])
  })

  it('is marked as read by the other member, with all before it, once', async () => {
    const { student, tutor, roomId, hers, his } = await roomOfTwoOnline()
    for (const n of numbers(3)) await hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })
    await receivedMessages(his, 3)
    const unread = () => inUserParty(tutor, async (party) => (await party.inbox())[0]?.unread)
    expect(await unread()).toBe(3)
    const second = messageIdOf(roomId, 2)
    expect(await hers.send('MarkMessageAsRead', { id: second })).toBe('unallowed')
    expect(await his.send('MarkMessageAsRead', { id: messageIdOf(roomId, 9) })).toBe('message-not-found')
    expect(await his.send('MarkMessageAsRead', { id: second })).toBe('ok')
    const receipt = { userId: tutor.id, messageId: second, roomId }
    expect([await hers.receive('RoomMessageRead'), await his.receive('RoomMessageRead')]).toEqual([
      [receipt],
      [receipt],
    ])
    expect((await allMessages(student, roomId)).map(({ read }) => read)).toEqual([true, true, false])
    expect(await unread()).toBe(1)
    expect(await his.send('MarkMessageAsRead', { id: messageIdOf(roomId, 1) })).toBe('ok')
    await his.send('MarkMessageAsRead', { id: messageIdOf(roomId, 3) })
    expect(await hers.receive('RoomMessageRead', 2)).toEqual([
      receipt,
      { ...receipt, messageId: messageIdOf(roomId, 3) },
    ])
    expect(await unread()).toBe(0)
  })
})

describe('typing', () => {
  it('is sent to the other member alone', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const second = await openUserSocket(student)
    expect(await hers.send('UserTyping', { roomId })).toBe('ok')
    expect(await his.receive('UserTyping')).toEqual([{ roomId, userId: student.id }])
    for (const tab of [second, hers]) expect(await tab.receivedInAll('UserTyping')).toEqual([])
  })
})

describe('a message that is sent again', () => {
  it('is shown once more to the tab that sends it, and to no other', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const second = await openUserSocket(student)
    const message = { roomId, text: 'أهلًا', refId: 'again' }
    expect(await hers.send('SendMessage', message)).toBe('ok')
    await his.receive('RoomMessage')
    await hers.receive('RoomMessage')
    const before = (await second.receive('RoomMessage')).length
    expect(await second.send('SendMessage', message)).toBe('ok')
    expect(await second.receivedInAll('RoomMessage')).toHaveLength(before + 1)
    for (const tab of [hers, his]) expect(await tab.receivedInAll('RoomMessage')).toHaveLength(1)
  })
})

describe('a stranger', () => {
  it('can send, edit, delete, read and learn nothing in a room that is not theirs', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    await hers.send('SendMessage', { roomId, text: 'سر', refId: 'a' })
    await Promise.all([receivedMessages(hers, 1), receivedMessages(his, 1)])
    const [id, nothing] = [messageIdOf(roomId, 1), messageIdOf(roomId, 7)]
    const before = hers.frames.length
    for (const person of [await verifiedStudent(), await onboardedTutor()]) {
      const tab = await openUserSocket(person)
      expect(await tab.send('SendMessage', { roomId, text: 'x', refId: 'a' })).toBe('not-member')
      expect(await tab.send('UserTyping', { roomId })).toBe('not-member')
      for (const message of [id, nothing]) {
        expect(await tab.send('UpdateMessage', { id: message, text: 'x' })).toBe('not-owner')
        expect(await tab.send('DeleteMessage', { id: message })).toBe('not-owner')
        expect(await tab.send('MarkMessageAsRead', { id: message })).toBe('not-member')
      }
      expect(await tab.send('JoinRooms')).toBe('ok')
      expect(await tab.receive('JoinedRooms')).toEqual([{ rooms: [] }])
      expect(JSON.stringify(tab.frames)).not.toContain('سر')
    }
    await hers.send('ping')
    expect(hers.frames.length).toBe(before + 1)
    expect((await allMessages(student, roomId)).map(textOf)).toEqual(['سر'])
  })

  it('is answered that a room or message does not exist', async () => {
    const { hers } = await roomOfTwoOnline()
    const roomId = 2_000_000
    expect(await hers.send('SendMessage', { roomId, text: 'x', refId: 'a' })).toBe('room-not-found')
    expect(await hers.send('UserTyping', { roomId })).toBe('room-not-found')
    for (const event of ['DeleteMessage', 'MarkMessageAsRead'])
      expect(await hers.send(event, { id: messageIdOf(roomId, 1) })).toBe('message-not-found')
    // The answer of the room itself, should it be asked all the same.
    const acts = [{ act: 'send', refId: 'a', text: 'x' } as const, { act: 'delete', seq: 1 } as const]
    expect(await roomStub(roomId).act(1, acts, { rev: 0, storedRev: 0 })).toEqual({
      results: [{ code: 'room-not-found' }, { code: 'message-not-found' }],
      update: null,
    })
    for (const payload of [
      {},
      { roomId: 1.5 },
      { roomId: '1', text: 'x', refId: 'a' },
      { roomId: 1, text: 'x', refId: '' },
    ])
      expect(await hers.send('SendMessage', payload)).toBe('unreachable')
  })

  it('is also a student whose address is not verified, until it is', async () => {
    const { student, roomId } = await roomOfTwo()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    const tab = await openUserSocket(student)
    expect(await tab.send('SendMessage', { roomId, text: 'x', refId: 'a' })).toBe('unallowed')
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', student.id)
    expect(await tab.send('SendMessage', { roomId, text: 'x', refId: 'a' })).toBe('ok')
    const fresh = await newStudent()
    const body = { userId: (await onboardedTutor()).id }
    expect((await callApi('POST', '/chat/new', { as: fresh, body })).code).toBe('forbidden')
  })
})

describe('a tab', () => {
  it('receives its user’s rooms', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    for (const person of [student, tutor]) {
      const tab = await openUserSocket(person)
      expect(await tab.send('JoinRooms')).toBe('ok')
      expect(await tab.receive('JoinedRooms')).toEqual([{ rooms: [roomId] }])
    }
  })

  it('of somebody on the tutor side registers its peer id', async () => {
    const { hers, his } = await roomOfTwoOnline()
    expect(await his.send('RegisterPeer', { peer: 'peer-1' })).toBe('ok')
    expect(await his.send('RegisterPeer', { peer: '' })).toBe('unreachable')
    expect(await hers.send('RegisterPeer', { peer: 'peer-1' })).toBe('unallowed')
  })
})
