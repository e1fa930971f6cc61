import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ResumedRoom } from '#contract/live/user'
import type { Message } from '#contract/message'
import { minutes } from '#domain/cairo'
import { seqOf } from '#domain/chat/room'
import { MAX_MESSAGES_TOGETHER } from '#domain/live'
import { callApi, expectOk, type Person, setNow, verifiedStudent } from '#tests/people'
import { ChatParty } from '../../party/chat.ts'
import { UserParty } from '../../party/user.ts'
import {
  abortObject,
  allMessages,
  drainRoom,
  inChatParty,
  inUserParty,
  receivedMessages,
  roomOfTwoOnline,
  roomStub,
  userStub,
} from './chat-rooms.ts'
import { openUserSocket, type Tab } from './socket.ts'

const MANY = 12
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `${from + index}`)
const textsOf = (messages: readonly Message[]) => messages.map(({ text }) => text)
const posOf = (tab: Tab, text: string): number => {
  const frame = tab.frames.find(({ payload }) => (payload as Message | undefined)?.text === text)
  return (frame as { pos?: number }).pos ?? 0
}

async function write(tab: Tab, roomId: number, texts: readonly string[]): Promise<void> {
  for (const text of texts) expect(await tab.send('SendMessage', { roomId, text, refId: text })).toBe('ok')
}

/** Stops the machine's time an hour ahead, which no alarm reaches by itself; what is answered moves it on. */
function stopTimer(): (ms: number) => void {
  let now = performance.now() + 3_600_000
  const timer = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => timer.mockRestore())
  return (ms) => {
    now += ms
  }
}

type RoomRow = { rev: number; unread: number }
const rowsOf = (person: Person) =>
  inUserParty(person, (_party, { storage }) => storage.sql.exec<RoomRow>('SELECT rev, unread FROM inbox').toArray())
const queued = (roomId: number) =>
  inChatParty(
    roomId,
    (_room, { storage }) =>
      storage.sql
        .exec<{ count: number }>('SELECT (SELECT MAX(rev) FROM messages) - stored_rev AS count FROM room')
        .one().count,
  )

type Listed = { list: { roomId: number; unreadMessagesCount: number; latestMessage: Message | null }[] }
async function listedFor(person: Person) {
  const { list } = await expectOk<Listed>(callApi('GET', `/chat/list/rooms/${person.id}`, { as: person }))
  return list.map(({ roomId, unreadMessagesCount, latestMessage }) => [
    roomId,
    unreadMessagesCount,
    latestMessage?.text,
  ])
}

/** She has written so much at once that the inboxes of both have dirty rows, with newer values in memory. */
async function busyRoom() {
  const two = await roomOfTwoOnline()
  const moveTimer = stopTimer()
  await write(two.hers, two.roomId, numbers(MANY))
  await receivedMessages(two.his, MANY)
  for (const person of [two.student, two.tutor]) {
    const [row] = await rowsOf(person)
    expect(row?.rev).toBeLessThan(MANY)
  }
  return { ...two, moveTimer }
}

type Resumed = { pos: number; rooms: ResumedRoom[] | null }
async function resume(tab: Tab, pos: number, roomId: number, afterId: number): Promise<Resumed> {
  const rooms = [{ roomId, afterId, fromId: afterId }]
  expect(await tab.send('Resume', { pos, rooms })).toBe('ok')
  return tab.received('Resumed').at(-1) as Resumed
}

describe('the inbox of a busy room', () => {
  it('is complete in the list, which stores it', async () => {
    const { tutor, roomId } = await busyRoom()
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    expect(await rowsOf(tutor)).toEqual([{ rev: MANY, unread: MANY }])
  })

  it('is stored by the next message when its row is half a minute old, so that a new object knows which rows are stale', async () => {
    const { tutor, roomId, hers, his, moveTimer } = await busyRoom()
    for (let second = 1; second <= 29; second++) {
      moveTimer(1000)
      await write(hers, roomId, [`later ${second}`])
    }
    await receivedMessages(his, MANY + 29)
    expect((await rowsOf(tutor))[0]?.rev).toBeLessThan(MANY)
    moveTimer(1000)
    await write(hers, roomId, ['stored'])
    await receivedMessages(his, MANY + 30)
    expect(await rowsOf(tutor)).toEqual([{ rev: MANY + 30, unread: MANY + 30 }])
  })

  it('is stored by the room’s alarm only when they pause, or when there are many', async () => {
    const { tutor, roomId, hers, his, moveTimer } = await busyRoom()
    const stores = vi.spyOn(UserParty.prototype, 'storeReceived')
    onTestFinished(() => stores.mockRestore())
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect(stores).not.toHaveBeenCalled()
    expect(await inChatParty(roomId, (_room, { storage }) => storage.getAlarm())).not.toBeNull()
    moveTimer(3000)
    const messages = (from: number) => numbers(MAX_MESSAGES_TOGETHER, from).map((text) => ({ text, refId: text }))
    for (const from of [100, 200, 300, 400])
      expect(await hers.send('SendMessages', { roomId, messages: messages(from) })).toBe('ok')
    await receivedMessages(his, MANY + 4 * MAX_MESSAGES_TOGETHER)
    expect(stores).not.toHaveBeenCalled()
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect(stores).toHaveBeenCalled()
    stores.mockClear()
    await write(hers, roomId, ['last'])
    moveTimer(3000)
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect(stores).toHaveBeenCalled()
    expect(await queued(roomId)).toBe(0)
    expect(await rowsOf(tutor)).toMatchObject([{ rev: MANY + 4 * MAX_MESSAGES_TOGETHER + 1 }])
  })

  it('is stored before the room forgets what it has delivered', async () => {
    const { student, tutor, roomId, moveTimer } = await busyRoom()
    moveTimer(3000)
    const [row] = await rowsOf(tutor)
    const fails = vi.spyOn(UserParty.prototype, 'storeReceived').mockImplementation(() => {
      throw new Error('away')
    })
    onTestFinished(() => fails.mockRestore())
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect(fails).toHaveBeenCalledTimes(2)
    expect(await queued(roomId)).toBeGreaterThanOrEqual(MANY - (row?.rev ?? MANY))
    fails.mockRestore()
    expect(await runDurableObjectAlarm(roomStub(roomId))).toBe(true)
    expect(await queued(roomId)).toBe(0)
    expect(await inChatParty(roomId, (_room, { storage }) => storage.getAlarm())).toBeNull()
    expect(await rowsOf(tutor)).toEqual([{ rev: MANY, unread: MANY }])
    expect(await rowsOf(student)).toEqual([{ rev: MANY, unread: 0 }])
  })

  it('is a row written at once where messages come one by one', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    const moveTimer = stopTimer()
    for (const [index, text] of numbers(3).entries()) {
      moveTimer(3000)
      await write(hers, roomId, [text])
      await receivedMessages(his, index + 1)
      expect(await rowsOf(tutor)).toEqual([{ rev: index + 1, unread: index + 1 }])
    }
  })

  it('is read from the table alone where it was stored after a pause, or its room has answered once', async () => {
    const { student, tutor, roomId, hers, moveTimer } = await busyRoom()
    const calls = vi.spyOn(ChatParty.prototype, 'act')
    onTestFinished(() => calls.mockRestore())
    moveTimer(3000)
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    await abortObject(userStub(tutor))
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    expect(calls).not.toHaveBeenCalled()
    await write(hers, roomId, ['alone'])
    moveTimer(3000)
    await drainRoom(roomId)
    await abortObject(userStub(student))
    calls.mockClear()
    await listedFor(student)
    expect(calls).toHaveBeenCalledTimes(1)
    await abortObject(userStub(student))
    calls.mockClear()
    expect(await listedFor(student)).toEqual([[roomId, 0, 'alone']])
    expect(calls).not.toHaveBeenCalled()
  })

  it('is right at the first read after its object has died', async () => {
    const { student, tutor, roomId } = await busyRoom()
    await abortObject(userStub(tutor))
    await abortObject(userStub(student))
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    expect(await listedFor(student)).toEqual([[roomId, 0, `${MANY}`]])
    expect(await rowsOf(tutor)).toMatchObject([{ rev: MANY, unread: MANY }])
  })

  it('is right at the first read however long its object and its room were gone', async () => {
    const { student, tutor, roomId, moveTimer } = await busyRoom()
    for (const stub of [roomStub(roomId), userStub(tutor), userStub(student)]) await abortObject(stub)
    moveTimer(3_600_000)
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    expect(await listedFor(student)).toEqual([[roomId, 0, `${MANY}`]])
  })

  it('is right again when the room has died with it', async () => {
    const { student, tutor, roomId } = await busyRoom()
    for (const stub of [roomStub(roomId), userStub(tutor), userStub(student)]) await abortObject(stub)
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
    const [hers, his] = [await openUserSocket(student), await openUserSocket(tutor)]
    await write(hers, roomId, ['after'])
    expect(await listedFor(tutor)).toEqual([[roomId, MANY + 1, 'after']])
    await drainRoom(roomId)
    const events = (await his.receivedInAll('RoomMessage')) as Message[]
    expect(textsOf(events)).toEqual(['after'])
    expect((await allMessages(tutor, roomId)).map(({ id }) => seqOf(id))).toHaveLength(MANY + 1)
    expect(await queued(roomId)).toBe(0)
  })

  it('lets a tab resume from any position that the dead object had sent, in any room', async () => {
    const { student, tutor, roomId, his, hers } = await busyRoom()
    const other = await verifiedStudent()
    const { roomId: otherRoom } = await expectOk<{ roomId: number }>(
      callApi('POST', '/chat/new', { as: other, body: { userId: tutor.id } }),
    )
    await write(await openUserSocket(other), otherRoom, numbers(MANY, 100))
    await receivedMessages(his, 2 * MANY)
    const known = await allMessages(tutor, roomId)
    const [third] = known.slice(2)
    await abortObject(userStub(tutor))
    await hers.send('UpdateMessage', { id: known[0]?.id, text: 'better' })
    for (const [pos, afterId] of [
      [posOf(his, '3'), third?.id ?? 0],
      [posOf(his, `${MANY}`), known.at(-1)?.id ?? 0],
    ] as const) {
      const back = await openUserSocket(tutor)
      const { rooms, pos: now } = await resume(back, pos, roomId, afterId)
      expect(now).toBeGreaterThan(posOf(his, `${99 + MANY}`))
      expect(rooms?.map((room) => [room.roomId, room.unreadMessagesCount]).toSorted()).toEqual(
        [
          [roomId, MANY],
          [otherRoom, MANY],
        ].toSorted(),
      )
      // From the first that the tab knows: events that only the dead object had received may have changed any of them.
      expect(rooms?.find((room) => room.roomId === roomId)?.missed?.list.map(({ id }) => id)).toEqual(
        known.map(({ id }) => id).filter((id) => id >= afterId),
      )
    }
    expect(await listedFor(student)).toMatchObject([[roomId, 0, `${MANY}`]])
  })

  it('is stored before more events were sent than a new object leaves room for', async () => {
    const { student, tutor, roomId, his } = await busyRoom()
    const message = his.received('RoomMessage').at(-1)
    const frame = JSON.stringify({ event: 'RoomMessage', payload: message })
    const more = { roomId, otherId: student.id, latest: JSON.stringify(message), unread: MANY }
    for (let rev = MANY; rev < MANY + 1100; rev += 100) {
      const events = Array.from({ length: 100 }, (_, index) => ({ rev: rev + index + 1, frame }))
      await inUserParty(tutor, (party) => party.receiveRoomUpdate({ ...more, events }))
    }
    await receivedMessages(his, MANY + 1100)
    const sent = (his.frames.at(-1) as { pos?: number }).pos ?? 0
    expect(sent).toBe(MANY + 1100)
    await abortObject(userStub(tutor))
    const { pos } = await resume(await openUserSocket(tutor), sent, roomId, 0)
    expect(pos).toBeGreaterThan(sent)
  })

  it('is not sent as new to a tab that was opened after the dead object, but for what is written since', async () => {
    const { tutor, roomId, his, hers, moveTimer } = await busyRoom()
    const told = posOf(his, '1')
    const [first] = await allMessages(tutor, roomId)
    await abortObject(userStub(tutor))
    setNow(Date.now() + minutes(5))
    const back = await openUserSocket(tutor)
    moveTimer(1000)
    await write(hers, roomId, ['after'])
    expect(textsOf(await receivedMessages(back, 1))).toEqual(['after'])
    const { rooms } = await resume(back, told, roomId, first?.id ?? 0)
    const missed = rooms?.find((room) => room.roomId === roomId)?.missed?.list ?? []
    expect(textsOf(missed)).toEqual(expect.arrayContaining([...numbers(MANY - 1, 2), 'after']))
    expect(textsOf((await back.receivedInAll('RoomMessage')) as Message[])).toEqual(['after'])
  })

  it('lets no tab resume before every room with a stale row has answered', async () => {
    const { tutor, roomId, his } = await busyRoom()
    const told = posOf(his, '1')
    await abortObject(userStub(tutor))
    const back = await openUserSocket(tutor)
    const away = vi.spyOn(ChatParty.prototype, 'act').mockRejectedValue(new Error('restarting'))
    onTestFinished(() => away.mockRestore())
    expect(await back.send('Resume', { pos: told, rooms: [] })).toBe('unreachable')
    away.mockRestore()
    expect((await resume(back, told, roomId, 0)).rooms?.map((room) => room.unreadMessagesCount)).toEqual([MANY])
  })

  it('is given as it was stored where a room cannot be asked, and as it is afterwards', async () => {
    const { tutor, roomId } = await busyRoom()
    await abortObject(userStub(tutor))
    const away = vi.spyOn(ChatParty.prototype, 'act').mockRejectedValue(new Error('restarting'))
    onTestFinished(() => away.mockRestore())
    const [[, unread] = []] = await listedFor(tutor)
    expect(unread).toBeLessThan(MANY)
    away.mockRestore()
    expect(await listedFor(tutor)).toEqual([[roomId, MANY, `${MANY}`]])
  })

  it('goes back to no position before one that was sent, also where no event was missing', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    stopTimer()
    await write(hers, roomId, ['1', '2'])
    await receivedMessages(his, 2)
    expect(await listedFor(tutor)).toEqual([[roomId, 2, '2']])
    const told = posOf(his, '2')
    await abortObject(userStub(tutor))
    const back = await openUserSocket(tutor)
    const { pos } = await resume(back, told, roomId, (await allMessages(tutor, roomId)).at(-1)?.id ?? 0)
    expect(pos).toBeGreaterThan(told)
    await drainRoom(roomId)
    await evictDurableObject(userStub(tutor))
    await write(hers, roomId, ['3'])
    expect(textsOf(await receivedMessages(back, 1))).toEqual(['3'])
    expect(posOf(back, '3')).toBeGreaterThan(pos)
  })

  it('goes back to no position that it gave a tab while its room could not be asked, whichever object dies', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    stopTimer()
    await write(hers, roomId, ['1', '2'])
    await receivedMessages(his, 2)
    await abortObject(userStub(tutor))
    const away = vi.spyOn(ChatParty.prototype, 'act').mockRejectedValue(new Error('restarting'))
    onTestFinished(() => away.mockRestore())
    const early = await openUserSocket(tutor)
    expect(await early.send('Resume', { pos: null, rooms: [] })).toBe('ok')
    const { pos: given } = early.received('Resumed').at(-1) as Resumed
    await abortObject(userStub(tutor))
    away.mockRestore()
    const back = await openUserSocket(tutor)
    expect((await resume(back, given, roomId, 0)).rooms?.map((room) => room.unreadMessagesCount)).toEqual([2])
    await write(hers, roomId, ['3'])
    expect((await resume(back, given, roomId, 0)).rooms?.map((room) => room.unreadMessagesCount)).toEqual([3])
  })
})
