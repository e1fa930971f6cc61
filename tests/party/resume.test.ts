import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MAX_FRAME } from '#contract/live/frames'
import type { ResumedRoom } from '#contract/live/user'
import type { Message } from '#contract/message'
import { MAX_RESUMED_ROOMS } from '#domain/live'
import type { Person } from '#tests/people'
import { ChatParty } from '../../party/chat.ts'
import type { MessagePage } from '../../party/interfaces.ts'
import {
  allMessages,
  drainRoom,
  messagesOf,
  receivedMessages,
  roomOfTwo,
  roomOfTwoOnline,
  userStub,
} from './chat-rooms.ts'
import { openUserSocket, type Tab } from './socket.ts'

type Resumed = { pos: number; rooms: ResumedRoom[] | null }
type Shown = { roomId: number; afterId: number; fromId: number }

const textsOf = (messages: readonly Message[] | undefined) => messages?.map(({ text }) => text)
const lastPos = ({ frames }: Tab) => frames.reduce((last, frame) => ('pos' in frame ? Number(frame.pos) : last), 0)
const shown = (roomId: number, messages: readonly Message[]): Shown => ({
  roomId,
  afterId: messages.at(-1)?.id ?? 0,
  fromId: messages[0]?.id ?? 0,
})

async function resume(tab: Tab, pos: number | null, rooms: Shown[] = []): Promise<Resumed> {
  const before = tab.received('Resumed').length
  expect(await tab.send('Resume', { pos, rooms })).toBe('ok')
  const { events: _events, ...told } = tab.received('Resumed')[before] as Resumed & { events: number }
  return told
}

/** How many events of no room its person has had, as a tab is told. */
async function eventsToldTo(tab: Tab): Promise<number> {
  const before = tab.received('Resumed').length
  await resume(tab, null)
  return (tab.received('Resumed')[before] as { events: number }).events
}

/** A person writes so many messages in a tab of their own. */
async function write(person: Person, roomId: number, texts: readonly string[]): Promise<void> {
  const tab = await openUserSocket(person)
  for (const text of texts) expect(await tab.send('SendMessage', { roomId, text, refId: text.slice(0, 10) })).toBe('ok')
  await tab.close()
  await drainRoom(roomId)
}

/** He knows three messages, and his connection was lost. */
async function lostAfterThree() {
  const two = await roomOfTwoOnline()
  const { roomId, hers, his } = two
  for (const text of ['1', '2', '3']) await hers.send('SendMessage', { roomId, text, refId: text })
  const known = await receivedMessages(his, 3)
  const pos = lastPos(his)
  await his.close()
  return { ...two, known, pos }
}

describe('a tab that comes back', () => {
  it('is told where its person’s events are when it does not know', async () => {
    const { tutor, pos } = await lostAfterThree()
    const back = await openUserSocket(tutor)
    expect(await resume(back, null)).toEqual({ pos, rooms: null })
  })

  it('is told that nothing was missed, and no messages are read', async () => {
    const { tutor, roomId, known, pos } = await lostAfterThree()
    await drainRoom(roomId)
    await evictDurableObject(userStub(tutor))
    const back = await openUserSocket(tutor)
    const list = vi.spyOn(ChatParty.prototype, 'list')
    onTestFinished(() => list.mockRestore())
    const resumed = await resume(back, pos, [shown(roomId, known)])
    expect(resumed.rooms).toEqual([])
    expect(resumed.pos).toBeGreaterThan(pos)
    expect(list).not.toHaveBeenCalled()
  })

  it('receives the messages that it missed, once and in order, and what was counted', async () => {
    const { student, tutor, roomId, known, pos } = await lostAfterThree()
    await write(student, roomId, ['4', '5', '6'])
    const back = await openUserSocket(tutor)
    const { pos: now, rooms } = await resume(back, pos, [shown(roomId, known)])
    expect(rooms).toMatchObject([{ roomId, unreadMessagesCount: 6, latestMessage: { text: '6' } }])
    expect(textsOf(rooms?.[0]?.missed?.list)).toEqual(['4', '5', '6'])
    expect(now).toBe(pos + 3)
    expect(back.received('RoomMessage')).toEqual([])
    expect(await resume(back, now, [shown(roomId, await allMessages(tutor, roomId))])).toEqual({ pos: now, rooms: [] })
  })

  it('receives what it knows anew where that was edited, read or deleted', async () => {
    const { hers, tutor, roomId, known, pos } = await lostAfterThree()
    const [first, second] = known
    await hers.send('UpdateMessage', { id: first?.id, text: 'better' })
    await hers.send('DeleteMessage', { id: second?.id })
    await drainRoom(roomId)
    const back = await openUserSocket(tutor)
    const { rooms } = await resume(back, pos, [shown(roomId, known)])
    const missed = rooms?.[0]?.missed
    expect(textsOf(missed?.list)).toEqual(['better', '3'])
    // All after this id is on the list: the second, which is not, was deleted.
    expect(missed?.afterId).toBe((first?.id ?? 0) - 1)
  })

  it('receives what is written meanwhile before the answer, whose position counts it', async () => {
    const { student, tutor, roomId, known, pos } = await lostAfterThree()
    await write(student, roomId, ['4'])
    const back = await openUserSocket(tutor)
    const real = ChatParty.prototype.list
    const list = vi.spyOn(ChatParty.prototype, 'list').mockImplementation(async function (
      this: ChatParty,
      page: MessagePage,
    ) {
      const listed = real.call(this, page)
      await this.send({ userId: student.id, refId: '5', text: '5' })
      while ((await userStub(tutor).inbox())[0]?.unread !== 5) await new Promise(setImmediate)
      return listed
    } as unknown as typeof real)
    onTestFinished(() => list.mockRestore())
    const { pos: now, rooms } = await resume(back, pos, [shown(roomId, known)])
    expect([now, lastPos(back)]).toEqual([pos + 2, pos + 2])
    expect(textsOf(rooms?.[0]?.missed?.list)).toEqual(['4'])
    expect(textsOf(await receivedMessages(back, 1))).toEqual(['5'])
    expect(rooms).toMatchObject([{ unreadMessagesCount: 5, latestMessage: { text: '5' } }])
  })

  it('is told how many other events there were, which say so themselves; what is over in a moment is none', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    const before = await eventsToldTo(his)
    await userStub(tutor).notify({ event: 'LessonBooked', payload: { tutor: tutor.id, lesson: 1 } })
    await evictDurableObject(userStub(tutor))
    await userStub(tutor).notify({ event: 'InvoiceUpdated' })
    await his.receive('InvoiceUpdated')
    expect(his.frames.filter((frame) => 'events' in frame)).toMatchObject([
      { event: 'LessonBooked', events: before + 1 },
      { event: 'InvoiceUpdated', events: before + 2 },
    ])
    await his.close()
    await userStub(tutor).notify({ event: 'InvoiceUpdated' })
    const back = await openUserSocket(tutor)
    expect(await eventsToldTo(back)).toBe(before + 3)
    expect(await hers.send('UserTyping', { roomId })).toBe('ok')
    await back.receive('UserTyping')
    expect(await eventsToldTo(back)).toBe(before + 3)
  })

  it('loses nothing, doubles nothing and keeps the order however often it is lost', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const hers = await openUserSocket(student)
    let [his, pos, seen] = [await openUserSocket(tutor), 0, [] as Message[]]
    pos = (await resume(his, null)).pos
    const texts: string[] = []
    for (let round = 0; round < 6; round++) {
      const batch = Array.from({ length: 4 }, (_, index) => `${round}-${index}`)
      texts.push(...batch)
      const sending = Promise.all(batch.map((text) => hers.send('SendMessage', { roomId, text, refId: text })))
      // Lost in the middle of what is being written.
      if (round % 2 === 0) await receivedMessages(his, 1)
      await his.close()
      seen.push(...(his.received('RoomMessage') as Message[]))
      pos = Math.max(pos, lastPos(his))
      await sending
      his = await openUserSocket(tutor)
      const answer = await resume(his, pos, [shown(roomId, seen)])
      pos = answer.pos
      const events = his.received('RoomMessage') as Message[]
      seen = [...seen, ...(answer.rooms?.[0]?.missed?.list ?? [])]
      const known = new Set(seen.map(({ id }) => id))
      seen.push(...events.filter(({ id }) => !known.has(id)))
      his.frames.length = 0
    }
    await drainRoom(roomId)
    const known = new Set(seen.map(({ id }) => id))
    seen.push(...((await his.receivedInAll('RoomMessage')) as Message[]).filter(({ id }) => !known.has(id)))
    expect(textsOf(seen)).toEqual(texts)
    expect(textsOf(await allMessages(tutor, roomId))).toEqual(texts)
  })
})

/** So many messages, fewer than a page, are as long as a frame. */
const LONG = 70

describe('what a tab that comes back does not receive', () => {
  it('anything of a room that is not its person’s', async () => {
    const { student, roomId } = await lostAfterThree()
    const stranger = await roomOfTwoOnline()
    const strange = await allMessages(student, roomId)
    expect(await resume(stranger.his, 0, [shown(roomId, strange.slice(0, 1))])).toEqual({ pos: 0, rooms: [] })
  })

  it('the messages of a room that it does not show, or in which it is more than a page behind', async () => {
    const { student, tutor, roomId, known, pos } = await lostAfterThree()
    await write(student, roomId, ['4'])
    const back = await openUserSocket(tutor)
    expect((await resume(back, pos)).rooms).toMatchObject([{ roomId, latestMessage: { text: '4' }, missed: null }])
    await write(
      student,
      roomId,
      Array.from({ length: 100 }, (_, index) => `more ${index}`),
    )
    const { rooms } = await resume(back, pos, [shown(roomId, known)])
    expect(rooms).toMatchObject([{ roomId, unreadMessagesCount: 104, missed: null }])
    expect((await messagesOf(tutor, roomId, `afterId=${known.at(-1)?.id}&size=1`)).total).toBe(101)
  })

  it('more than fits into a frame: then it lists everything itself', async () => {
    const { student, tutor, roomId, known, pos } = await lostAfterThree()
    await write(
      student,
      roomId,
      Array.from({ length: LONG }, (_, index) => `${index}`.padEnd(MAX_FRAME / LONG, 'ا')),
    )
    const back = await openUserSocket(tutor)
    const answer = await resume(back, pos, [shown(roomId, known)])
    expect(answer).toEqual({ pos: pos + LONG, rooms: null })
  })

  it('anything where a room cannot be asked, or where the frame cannot be read', async () => {
    const { student, tutor, roomId, known, pos } = await lostAfterThree()
    await write(student, roomId, ['4'])
    const back = await openUserSocket(tutor)
    const list = vi.spyOn(ChatParty.prototype, 'list').mockImplementation(() => {
      throw new Error('restarting')
    })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => logged.mockRestore())
    expect(await back.send('Resume', { pos, rooms: [shown(roomId, known)] })).toBe('unreachable')
    list.mockRestore()
    const room = shown(roomId, known)
    const unreadable = [
      undefined,
      {},
      { pos },
      { rooms: [] },
      { pos: -1, rooms: [] },
      { pos: 0.5, rooms: [] },
      { pos: `${pos}`, rooms: [] },
      { pos, rooms: room },
      { pos, rooms: [{ ...room, roomId: 0 }] },
      { pos, rooms: [{ ...room, afterId: -1 }] },
      { pos, rooms: [{ ...room, fromId: null }] },
      { pos, rooms: Array.from({ length: MAX_RESUMED_ROOMS + 1 }, () => room) },
    ]
    for (const payload of unreadable) expect(await back.send('Resume', payload)).toBe('unreachable')
    expect(back.received('Resumed')).toEqual([])
    // Of a later time than the party's own, or with ids of another room, it is a frame like any other.
    expect(await resume(back, Number.MAX_SAFE_INTEGER, [room])).toEqual({ pos: pos + 1, rooms: [] })
    const elsewhere = await resume(back, pos, [{ roomId, afterId: 1, fromId: 1 }])
    expect(textsOf(elsewhere.rooms?.[0]?.missed?.list)).toEqual(['1', '2', '3', '4'])
  })
})
