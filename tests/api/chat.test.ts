import { describe, expect, it } from 'vitest'
import type { PopulatedMember, RoomSummary } from '#contract/chat'
import { messageIdOf, seqOf } from '#domain/chat/room'
import { Role } from '#domain/roles'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  setNow,
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
const tryOpenRoom = (as: Person, other: { id: number }, message?: string) =>
  outcome(callApi('POST', '/chat/new', { as, body: { userId: other.id, message } }))
const roomsOf = (as: Person, query = '', owner = as) =>
  expectOk<Rooms>(callApi('GET', `/chat/list/rooms/${owner.id}/?${query}`, { as }))
const roomIdsOf = async (as: Person, query = '') => (await roomsOf(as, query)).list.map(({ roomId }) => roomId)

/** Sends a message through a socket of its own, and waits until the room has stored it. */
async function write(as: Person, roomId: number, text: string): Promise<void> {
  const tab = await openUserSocket(as)
  expect(await tab.send('SendMessage', { roomId, text, refId: crypto.randomUUID() })).toBe('ok')
  await drainRoom(roomId)
  await tab.close()
}

describe('POST /chat/new', () => {
  it('creates a room when the roles of the two allow it', async () => {
    const people = new Map<Role, () => Promise<Person>>([
      [Role.Student, verifiedStudent],
      [Role.Tutor, onboardedTutor],
      [Role.TutorManager, tutorManager],
      [Role.Studio, newStudio],
      [Role.RegularAdmin, newAdmin],
      [Role.SuperAdmin, newSuperAdmin],
    ])
    const allowed = new Set(['4-3', '4-5', '3-5', '5-3', '5-5'])
    for (const [openerRole, newOpener] of people)
      for (const [otherRole, newOther] of people) {
        const roles = `${openerRole}-${otherRole}`
        const answer = await tryOpenRoom(await newOpener(), await newOther())
        expect([roles, answer]).toEqual([roles, allowed.has(roles) ? 'ok' : 'forbidden'])
      }
  })

  it('creates one room for two people, also for concurrent requests', async () => {
    const [one, other] = [await tutorManager(), await tutorManager('هدى')]
    const answers = await Promise.all([tryOpenRoom(one, other), tryOpenRoom(other, one), tryOpenRoom(one, other)])
    expect(answers.toSorted()).toEqual(['ok', 'room-exists', 'room-exists'])
    expect(await tryOpenRoom(one, one)).toBe('forbidden')
    expect(await tryOpenRoom(one, { id: 999_999 })).toBe('user-not-found')
  })

  it('stores an included message as the first one and sends it to both', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    const [hers, his] = [await openUserSocket(student), await openUserSocket(tutor)]
    expect(await tryOpenRoom(student, tutor, ' أهلا يا مستر<br>')).toBe('ok')
    const [message] = await receivedMessages(his, 1)
    expect(message).toMatchObject({ userId: student.id, text: 'أهلا يا مستر' })
    expect(await receivedMessages(hers, 1)).toEqual([message])
    expect(await allMessages(tutor, message?.roomId ?? 0)).toEqual([message])
  })

  it('refuses an empty or too long message and unknown markup, without creating a room', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    expect(await tryOpenRoom(student, tutor, ' ')).toBe('message-text-too-short')
    expect(await tryOpenRoom(student, tutor, 'ا'.repeat(1001))).toBe('message-text-too-long')
    expect(await tryOpenRoom(student, tutor, '<img src=x>')).toBe('message-text-invalid-html')
    expect((await roomsOf(student)).total).toBe(0)
  })

  it('answers room-exists when a booking has created the room', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    expect(await tryOpenRoom(student, tutor)).toBe('room-exists')
    const [roomId = 0] = await roomIdsOf(student)
    await write(tutor, roomId, 'نورتي')
    expect((await roomsOf(student)).list[0]).toMatchObject({ unreadMessagesCount: 1, latestMessage: { text: 'نورتي' } })
  })
})

describe('GET /chat/list/rooms/{userId}', () => {
  it('lists the latest rooms first, with their unread messages', async () => {
    const { student, roomId: first } = await roomOfTwo()
    const tutors = [await onboardedTutor('أحمد'), await onboardedTutor('عمرو')]
    for (const tutor of tutors) await tryOpenRoom(student, tutor)
    const [third = 0, second = 0, last] = await roomIdsOf(student)
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

  it('shows the latest message that was not deleted, and does not count deleted ones', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    for (const text of ['واحد', 'اتنين']) await hers.send('SendMessage', { roomId, text, refId: text })
    await hers.send('DeleteMessage', { id: messageIdOf(roomId, 2) })
    await his.receive('RoomMessageDeleted')
    const [room] = (await roomsOf(tutor)).list
    expect(room).toMatchObject({ unreadMessagesCount: 1, latestMessage: { text: 'واحد' } })
  })

  it('shows the other member with online state; the e-mail to staff only', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const other = async (as: Person, owner = as) => (await roomsOf(as, '', owner)).list[0]?.otherMember
    expect(await other(student)).toMatchObject({ id: tutor.id, name: 'عمر حسن', role: Role.Tutor, online: false })
    expect(await other(student)).toMatchObject({ email: null, lastSeen: null })
    const tab = await openUserSocket(tutor)
    expect(await other(student)).toMatchObject({ online: true })
    await tab.close()
    await write(tutor, roomId, 'أهلا')
    expect(await other(await newAdmin(), student)).toMatchObject({ id: tutor.id, email: tutor.email })
  })

  it('searches names and messages, normalising the spelling', async () => {
    const student = await verifiedStudent()
    const [ahmed, salma] = [await onboardedTutor('أحمد فؤاد'), await onboardedTutor('سلمى')]
    for (const tutor of [ahmed, salma]) await tryOpenRoom(student, tutor)
    const [second = 0, first = 0] = await roomIdsOf(student)
    await write(salma, second, 'الحِصّة <b>الجاية</b> عن الـ Grammar')
    expect(await roomIdsOf(student, 'keyword=احمد')).toEqual([first])
    for (const word of ['الحصه', 'GRAMMAR', 'سلمي', 'حصة الجاية'])
      expect([word, await roomIdsOf(student, `keyword=${encodeURIComponent(word)}`)]).toEqual([word, [second]])
    for (const text of ['مشكله شماره ۷۰۱ گذشت', 'ﻻﺯﻡ ΣΥΣ Straße 😍', 'می\u200cخواهم ا\u0654نا هٰذا']) {
      await write(salma, second, text)
      for (const word of [text, text.slice(0, 8), text.slice(-5)])
        expect([word, await roomIdsOf(student, `keyword=${encodeURIComponent(word)}`)]).toEqual([word, [second]])
    }
    expect(await roomIdsOf(student, 'keyword=strong')).toEqual([])
    await expectOk(callApi('PUT', `/user/${salma.id}`, { as: salma, body: { englishName: 'Salma Fathy' } }))
    for (const word of ['salma', 'FATHY', 'Salma Fathy'])
      expect([word, await roomIdsOf(student, `keyword=${encodeURIComponent(word)}`)]).toEqual([word, [second]])
    expect(await roomIdsOf(student, 'keyword=')).toEqual([second, first])
  })

  it('filters by pinned and muted', async () => {
    const { student, roomId } = await roomOfTwo()
    await tryOpenRoom(student, await onboardedTutor())
    const [newest] = await roomIdsOf(student)
    await expectOk(callApi('PUT', `/chat/room/${roomId}`, { as: student, body: { pinned: true } }))
    expect([await roomIdsOf(student, 'pinned=true'), await roomIdsOf(student, 'pinned=false')]).toEqual([
      [roomId],
      [newest],
    ])
    expect([await roomIdsOf(student, 'muted=true'), (await roomIdsOf(student, 'muted=false')).length]).toEqual([[], 2])
  })

  it('is allowed to oneself and admins', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    expect(await outcome(callApi('GET', `/chat/list/rooms/${student.id}/`, { as: tutor }))).toBe('forbidden')
    expect((await roomsOf(await newAdmin(), '', student)).list.map((room) => room.roomId)).toEqual([roomId])
  })
})

describe('GET /chat/list/{roomId}/messages', () => {
  it('has pages, newest first', async () => {
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

  it('is allowed to members and admins', async () => {
    const { roomId, student } = await roomOfTwo()
    await write(student, roomId, 'سر')
    const read = (as: Person) => outcome(callApi('GET', `/chat/list/${roomId}/messages`, { as }))
    for (const stranger of [await verifiedStudent(), await onboardedTutor(), await newStudio()])
      expect(await read(stranger)).toBe('forbidden')
    expect(await allMessages(await newAdmin(), roomId)).toHaveLength(1)
    expect(await outcome(callApi('GET', '/chat/list/999999/messages', { as: student }))).toBe('room-not-found')
  })
})

describe('GET /chat/room/by/members', () => {
  const find = (as: Person, ...members: number[]) =>
    callApi('GET', `/chat/room/by/members?${members.map((id) => `members[]=${id}`).join('&')}`, { as })

  it('finds the room of exactly these people, for its members and admins', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    for (const as of [student, tutor, await newAdmin()]) {
      expect((await find(as, student.id, tutor.id)).body).toEqual({ room: roomId })
      expect((await find(as, tutor.id, student.id)).body).toEqual({ room: roomId })
    }
    const other = await onboardedTutor()
    expect(await outcome(find(other, student.id, tutor.id))).toBe('forbidden')
    for (const members of [[student.id], [student.id, other.id], [student.id, tutor.id, other.id]])
      expect(await outcome(find(student, ...members))).toBe('room-not-found')
    expect(await outcome(find(student, student.id, 999_999))).toBe('room-members-not-found')
    expect(await outcome(find(other, student.id, 999_999))).toBe('forbidden')
  })
})

describe('GET /chat/room/members/{roomId}', () => {
  it('shows the members to each other, without e-mails', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const tab = await openUserSocket(tutor)
    const members = await expectOk<PopulatedMember[]>(callApi('GET', `/chat/room/members/${roomId}`, { as: student }))
    const seen = members.map(({ id, online, email, pinned }) => ({ id, online, email, pinned }))
    expect(seen.toSorted((one, other) => one.id - other.id)).toEqual([
      { id: student.id, online: false, email: null, pinned: false },
      { id: tutor.id, online: true, email: null, pinned: false },
    ])
    await tab.close()
    const readMembers = (as: Person, id: number) => outcome(callApi('GET', `/chat/room/members/${id}`, { as }))
    expect(await readMembers(await verifiedStudent(), roomId)).toBe('not-room-member')
    expect(await readMembers(student, 999_999)).toBe('room-not-found')
    expect(await readMembers(await newAdmin(), roomId)).toBe('forbidden')
  })
})

describe('PUT /chat/room/{roomId}', () => {
  it('pins and mutes for oneself only', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const set = (as: Person, body: object, id = roomId) => callApi('PUT', `/chat/room/${id}`, { as, body })
    expect((await set(student, { pinned: true })).body).toMatchObject({ userId: student.id, roomId, pinned: true })
    expect((await set(student, { muted: true })).body).toMatchObject({ pinned: true, muted: true, lastSeen: null })
    expect((await roomsOf(tutor)).list[0]?.settings).toEqual({ pinned: false, muted: false })
    expect((await set(student, {})).code).toBe('empty-request')
    expect((await set(await verifiedStudent(), { muted: true })).code).toBe('forbidden')
    expect((await set(student, { muted: true }, 999_999)).code).toBe('room-not-found')
    const stored = await row('SELECT pinned, muted, updated_at AS at FROM room_members WHERE user_id = ?', student.id)
    expect(stored).toEqual({ pinned: 1, muted: 1, at: NOW })
  })
})

it('a message is sent and read without the shared database', async () => {
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
