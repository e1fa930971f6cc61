import { describe, expect, it } from 'vitest'
import type { PopulatedMember, RoomSummary } from '#contract/chat'
import { messageIdOf, seqOf } from '#domain/chat/room'
import { Role } from '#domain/roles'
import {
  admin,
  callApi,
  expectOk,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  setNow,
  studio,
  superAdmin,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import {
  allMessages,
  drainRoom,
  messagesOf,
  receivedMessages,
  roomOfTwo,
  roomOfTwoOnline,
} from '../party/chat-rooms.ts'
import { openUserSocket } from '../party/socket.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Rooms = { list: RoomSummary[]; total: number }
const opened = (as: Person, other: { id: number }, message?: string) =>
  outcome(callApi('POST', '/chat/new', { as, body: { userId: other.id, message } }))
const roomsOf = (as: Person, query = '', of = as) =>
  expectOk<Rooms>(callApi('GET', `/chat/list/rooms/${of.id}/?${query}`, { as }))
const listed = async (as: Person, query = '') => (await roomsOf(as, query)).list.map(({ roomId }) => roomId)

/** Writes something at a moment, as from a tab. */
async function write(as: Person, roomId: number, text: string): Promise<void> {
  const tab = await openUserSocket(as)
  expect(await tab.send('SendMessage', { roomId, text, refId: crypto.randomUUID() })).toBe('ok')
  await drainRoom(roomId)
  await tab.close()
}

describe('POST /chat/new', () => {
  it('opens a room for whom the roles of the two allow it', async () => {
    const people = new Map<Role, () => Promise<Person>>([
      [Role.Student, verifiedStudent],
      [Role.Tutor, onboardedTutor],
      [Role.TutorManager, tutorManager],
      [Role.Studio, studio],
      [Role.RegularAdmin, admin],
      [Role.SuperAdmin, superAdmin],
    ])
    const allowed = new Set(['4-3', '4-5', '3-5', '5-3', '5-5'])
    for (const [opener, one] of people)
      for (const [other, two] of people) {
        const answer = await opened(await one(), await two())
        expect([`${opener}-${other}`, answer]).toEqual([
          `${opener}-${other}`,
          allowed.has(`${opener}-${other}`) ? 'ok' : 'forbidden',
        ])
      }
  })

  it('opens one room for two people, whoever asks and however often', async () => {
    const [one, other] = [await tutorManager(), await tutorManager('هدى')]
    const answers = await Promise.all([opened(one, other), opened(other, one), opened(one, other)])
    expect(answers.toSorted()).toEqual(['ok', 'room-exists', 'room-exists'])
    expect(await opened(one, one)).toBe('forbidden')
    expect(await opened(one, { id: 999_999 })).toBe('user-not-found')
  })

  it('stores a message that comes along as the first one, and tells both', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    const [hers, his] = [await openUserSocket(student), await openUserSocket(tutor)]
    expect(await opened(student, tutor, ' أهلا يا مستر<br>')).toBe('ok')
    const [message] = await receivedMessages(his, 1)
    expect(message).toMatchObject({ userId: student.id, text: 'أهلا يا مستر' })
    expect(await receivedMessages(hers, 1)).toEqual([message])
    expect(await allMessages(tutor, message?.roomId ?? 0)).toEqual([message])
  })

  it('refuses a message that says nothing, too much, or in a markup that is not ours, and opens no room', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    expect(await opened(student, tutor, ' ')).toBe('message-text-too-short')
    expect(await opened(student, tutor, 'ا'.repeat(1001))).toBe('message-text-too-long')
    expect(await opened(student, tutor, '<img src=x>')).toBe('message-text-invalid-html')
    expect((await roomsOf(student)).total).toBe(0)
  })

  it('finds the room that a booking has opened already', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    expect(await opened(student, tutor)).toBe('room-exists')
    const [roomId = 0] = await listed(student)
    await write(tutor, roomId, 'نورتي')
    expect((await roomsOf(student)).list[0]).toMatchObject({ unreadMessagesCount: 1, latestMessage: { text: 'نورتي' } })
  })
})

describe('GET /chat/list/rooms/{userId}', () => {
  it('shows the latest first, with what is new in each', async () => {
    const { student, roomId: first } = await roomOfTwo()
    const tutors = [await onboardedTutor('أحمد'), await onboardedTutor('عمرو')]
    for (const tutor of tutors) await opened(student, tutor)
    const [third = 0, second = 0, last] = await listed(student)
    expect([last, third > second]).toEqual([first, true])
    setNow(NOW + 1000)
    await write(tutors[0] as Person, second, 'واحد')
    await write(tutors[0] as Person, second, 'اتنين')
    setNow(NOW + 2000)
    await write(student, first, 'تلاتة')
    const { list, total } = await roomsOf(student)
    expect(list.map(({ roomId }) => roomId)).toEqual([first, second, third])
    expect(list.map((room) => [room.unreadMessagesCount, room.latestMessage?.text])).toEqual([
      [0, 'تلاتة'],
      [2, 'اتنين'],
      [0, undefined],
    ])
    expect(total).toBe(3)
    expect((await roomsOf(student, 'size=1&page=2')).list.map(({ roomId }) => roomId)).toEqual([second])
  })

  it('shows the newest message that stands, and counts no deleted one', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    for (const text of ['واحد', 'اتنين']) await hers.send('SendMessage', { roomId, text, refId: text })
    await hers.send('DeleteMessage', { id: messageIdOf(roomId, 2) })
    await his.receive('RoomMessageDeleted')
    const [room] = (await roomsOf(tutor)).list
    expect(room).toMatchObject({ unreadMessagesCount: 1, latestMessage: { text: 'واحد' } })
  })

  it('says who the other one is, and whether they are here; their address is for staff', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const other = async (as: Person, of = as) => (await roomsOf(as, '', of)).list[0]?.otherMember
    expect(await other(student)).toMatchObject({ id: tutor.id, name: 'عمر حسن', role: Role.Tutor, online: false })
    expect(await other(student)).toMatchObject({ email: null, lastSeen: null })
    const tab = await openUserSocket(tutor)
    expect(await other(student)).toMatchObject({ online: true })
    await tab.close()
    await write(tutor, roomId, 'أهلا')
    expect(await other(await admin(), student)).toMatchObject({ id: tutor.id, email: tutor.email })
  })

  it('is searched by the other one’s name and by what was written, however it is spelt', async () => {
    const student = await verifiedStudent()
    const [ahmed, salma] = [await onboardedTutor('أحمد فؤاد'), await onboardedTutor('سلمى')]
    for (const tutor of [ahmed, salma]) await opened(student, tutor)
    const [second = 0, first = 0] = await listed(student)
    await write(salma, second, 'الحِصّة <b>الجاية</b> عن الـ Grammar')
    expect(await listed(student, 'keyword=احمد')).toEqual([first])
    for (const word of ['الحصه', 'GRAMMAR', 'سلمي', 'حصة الجاية'])
      expect([word, await listed(student, `keyword=${encodeURIComponent(word)}`)]).toEqual([word, [second]])
    expect(await listed(student, 'keyword=strong')).toEqual([])
    expect(await listed(student, 'keyword=')).toEqual([second, first])
  })

  it('is filtered by what was pinned and muted', async () => {
    const { student, roomId } = await roomOfTwo()
    await opened(student, await onboardedTutor())
    const [newest] = await listed(student)
    await expectOk(callApi('PUT', `/chat/room/${roomId}`, { as: student, body: { pinned: true } }))
    expect([await listed(student, 'pinned=true'), await listed(student, 'pinned=false')]).toEqual([[roomId], [newest]])
    expect([await listed(student, 'muted=true'), (await listed(student, 'muted=false')).length]).toEqual([[], 2])
  })

  it('is one’s own, and admins’', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    expect(await outcome(callApi('GET', `/chat/list/rooms/${student.id}/`, { as: tutor }))).toBe('forbidden')
    expect((await roomsOf(await admin(), '', student)).list.map((room) => room.roomId)).toEqual([roomId])
  })
})

describe('GET /chat/list/{roomId}/messages', () => {
  it('shows pages, newest first', async () => {
    const { student, roomId, hers } = await roomOfTwoOnline()
    for (let n = 1; n <= 12; n++) await hers.send('SendMessage', { roomId, text: `${n}`, refId: `${n}` })
    const page = async (query: string) => {
      const { list, total } = await messagesOf(student, roomId, query)
      return [list.map(({ id }) => seqOf(id)), total]
    }
    expect(await page('')).toEqual([[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], 12])
    expect(await page('page=2')).toEqual([[2, 1], 12])
    expect(await page('page=3')).toEqual([[], 12])
    expect(await page(`afterId=${messageIdOf(roomId, 9)}`)).toEqual([[10, 11, 12], 3])
    expect(await page(`afterId=${messageIdOf(roomId + 1, 9)}&size=2`)).toEqual([[1, 2], 12])
  })

  it('is for the members and for admins', async () => {
    const { roomId, student } = await roomOfTwo()
    await write(student, roomId, 'سر')
    const read = (as: Person) => outcome(callApi('GET', `/chat/list/${roomId}/messages`, { as }))
    for (const stranger of [await verifiedStudent(), await onboardedTutor(), await studio()])
      expect(await read(stranger)).toBe('forbidden')
    expect(await allMessages(await admin(), roomId)).toHaveLength(1)
    expect(await outcome(callApi('GET', '/chat/list/999999/messages', { as: student }))).toBe('room-not-found')
  })
})

describe('GET /chat/room/by/members', () => {
  const find = (as: Person, ...members: number[]) =>
    callApi('GET', `/chat/room/by/members?${members.map((id) => `members[]=${id}`).join('&')}`, { as })

  it('finds the room of exactly these people, for one of them and for admins', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    for (const as of [student, tutor, await admin()]) {
      expect((await find(as, student.id, tutor.id)).body).toEqual({ room: roomId })
      expect((await find(as, tutor.id, student.id)).body).toEqual({ room: roomId })
    }
    const other = await onboardedTutor()
    expect(await outcome(find(other, student.id, tutor.id))).toBe('forbidden')
    for (const members of [[student.id], [student.id, other.id], [student.id, tutor.id, other.id]])
      expect(await outcome(find(student, ...members))).toBe('room-not-found')
  })
})

describe('GET /chat/room/members/{roomId}', () => {
  it('shows the two to each other, without addresses', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const tab = await openUserSocket(tutor)
    const members = await expectOk<PopulatedMember[]>(callApi('GET', `/chat/room/members/${roomId}`, { as: student }))
    const seen = members.map(({ id, online, email, pinned }) => ({ id, online, email, pinned }))
    expect(seen.toSorted((one, other) => one.id - other.id)).toEqual([
      { id: student.id, online: false, email: null, pinned: false },
      { id: tutor.id, online: true, email: null, pinned: false },
    ])
    await tab.close()
    const ask = (as: Person, id: number) => outcome(callApi('GET', `/chat/room/members/${id}`, { as }))
    expect(await ask(await verifiedStudent(), roomId)).toBe('not-room-member')
    expect(await ask(student, 999_999)).toBe('room-not-found')
    expect(await ask(await admin(), roomId)).toBe('forbidden')
  })
})

describe('PUT /chat/room/{roomId}', () => {
  it('pins and mutes for oneself alone', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const set = (as: Person, body: object, id = roomId) => callApi('PUT', `/chat/room/${id}`, { as, body })
    expect((await set(student, { pinned: true })).body).toMatchObject({ userId: student.id, roomId, pinned: true })
    expect((await set(student, { muted: true })).body).toMatchObject({ pinned: true, muted: true, lastSeen: null })
    expect((await roomsOf(tutor)).list[0]?.settings).toEqual({ pinned: false, muted: false })
    expect((await set(student, {})).code).toBe('empty-request')
    expect((await set(await verifiedStudent(), { muted: true })).code).toBe('forbidden')
    expect((await set(student, { muted: true }, 999_999)).code).toBe('room-not-found')
    const kept = await row('SELECT pinned, muted, updated_at AS at FROM room_members WHERE user_id = ?', student.id)
    expect(kept).toEqual({ pinned: 1, muted: 1, at: NOW })
  })
})

it('a message leaves nothing in the shared database', async () => {
  const { roomId, hers, his } = await roomOfTwoOnline()
  await hers.send('SendMessage', { roomId, text: '1', refId: '1' })
  await receivedMessages(his, 1)
  await run('ALTER TABLE rooms RENAME TO rooms_away')
  await run('ALTER TABLE room_members RENAME TO room_members_away')
  try {
    expect(await hers.send('SendMessage', { roomId, text: '2', refId: '2' })).toBe('ok')
    expect(await his.send('MarkMessageAsRead', { id: messageIdOf(roomId, 2) })).toBe('ok')
    expect(await receivedMessages(his, 2)).toHaveLength(2)
  } finally {
    await run('ALTER TABLE room_members_away RENAME TO room_members')
    await run('ALTER TABLE rooms_away RENAME TO rooms')
  }
})
