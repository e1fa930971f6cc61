import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import { InterviewStatus } from '#domain/meetings/statuses'
import {
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  run,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, book, bookingFixture, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { insertDemoSession, insertInterview } from './session-fixtures.ts'

startClockAtNoon()

type Member = { userId: number; phone: string | null; verifiedPhone: boolean; role: number; name: string | null }
type LessonPage = {
  list: { lesson: { id: number; start: string; status: string }; members: Member[] }[]
  total: number
}

const listLessons = (as: Person, query: string) =>
  expectOk<LessonPage>(callApi('GET', `/lesson/list/?${query}`, { as }))
const idsOf = async (as: Person, query = '') =>
  (await listLessons(as, `users[]=${as.id}&size=100&${query}`)).list.map(({ lesson }) => lesson.id)

/** An interview or a demo session of a tutor with a manager, in a slot of its own. */
async function meet(kind: 'interview' | 'demo', manager: Person, tutor: Person, status: number, start = at(-90)) {
  const slot = await insertSlot(manager, start, start + minutes(30))
  const insert = kind === 'interview' ? insertInterview : insertDemoSession
  const session = await insert({ manager, tutor, slot, start })
  await run(
    `UPDATE ${kind === 'interview' ? 'interviews' : 'demo_sessions'} SET status = ? WHERE session_id = ?`,
    status,
    session,
  )
}

/** A student with past, running and upcoming lessons, some of each cancelled. */
async function lessonsOfEveryKind() {
  const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
  const people = { tutor, student }
  return {
    ...people,
    over: await insertLesson({ ...people, start: at(-48) }),
    overCancelled: await insertLesson({ ...people, start: at(-47), canceledBy: student }),
    justOver: await insertLesson({ ...people, start: NOW - minutes(15), duration: 15 }),
    running: await insertLesson({ ...people, start: NOW - minutes(30) - minutes(15), duration: 30, canceledBy: tutor }),
    now: await insertLesson({ ...people, start: NOW, duration: 15 }),
    next: await insertLesson({ ...people, start: at(5) }),
    nextCancelled: await insertLesson({ ...people, start: at(6), canceledBy: tutor }),
  }
}

describe('the list of lessons', () => {
  it('shows both members of each lesson, latest first, without phones', async () => {
    const { student, tutor, ...ids } = await lessonsOfEveryKind()
    const { list, total } = await listLessons(student, `users[]=${student.id}&size=2`)
    expect(total).toBe(7)
    expect(list.map(({ lesson }) => lesson.id)).toEqual([ids.nextCancelled, ids.next])
    const members = list[0]?.members ?? []
    expect(members.map(({ userId }) => userId).toSorted()).toEqual([tutor.id, student.id].toSorted())
    expect(members.map(({ phone, verifiedPhone }) => [phone, verifiedPhone])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(JSON.stringify(list)).not.toContain('010123')
  })

  it('can be sorted ascending', async () => {
    const { student, over, overCancelled } = await lessonsOfEveryKind()
    expect((await idsOf(student, 'direction=asc')).slice(0, 2)).toEqual([over, overCancelled])
    expect(await outcome(callApi('GET', `/lesson/list/?users[]=${student.id}&direction=up`, { as: student }))).toBe(
      'bad-request',
    )
  })

  it('can be sorted by when each was booked, and narrowed by its start', async () => {
    const { student, ...ids } = await lessonsOfEveryKind()
    await run('UPDATE lessons SET created_at = ? WHERE id = ?', at(9), ids.justOver)
    await run('UPDATE lessons SET created_at = ? WHERE id = ?', at(10), ids.over)
    expect((await idsOf(student, 'orderBy=createdAt')).slice(0, 2)).toEqual([ids.over, ids.justOver])
    expect(await idsOf(student, `start=${iso(at(5))}`)).toEqual([ids.next])
    expect(await idsOf(student, `start[gte]=${iso(at(5))}`)).toEqual([ids.nextCancelled, ids.next])
  })

  it('can exclude cancelled lessons, the others, or both', async () => {
    const { student, overCancelled, running, nextCancelled } = await lessonsOfEveryKind()
    const cancelled = [nextCancelled, running, overCancelled]
    expect(await idsOf(student, 'ratified=false')).toEqual(cancelled)
    const others = await idsOf(student, 'canceled=false')
    expect(others).toHaveLength(4)
    expect(others.filter((id) => cancelled.includes(id))).toEqual([])
    expect(await idsOf(student, 'canceled=false&ratified=false')).toEqual([])
  })

  it('can exclude the past (ended lessons) or the future (lessons that have not begun)', async () => {
    const { student, ...ids } = await lessonsOfEveryKind()
    expect(await idsOf(student, 'past=false')).toEqual([ids.nextCancelled, ids.next, ids.now])
    expect(await idsOf(student, 'future=false')).toEqual([ids.justOver, ids.running, ids.overCancelled, ids.over])
    expect(await idsOf(student, 'future=false&past=false')).toEqual([])
    const [tutor, other] = [await onboardedTutor(), await verifiedStudent()]
    const running = await insertLesson({ tutor, student: other, start: NOW - minutes(15) })
    expect(await idsOf(other)).toEqual([running])
    expect([await idsOf(other, 'past=false'), await idsOf(other, 'future=false')]).toEqual([[], []])
  })

  it('can be of those that are happening, or leave them out', async () => {
    const { student, ...ids } = await lessonsOfEveryKind()
    expect(await idsOf(student, 'future=false&past=false&now=true')).toEqual([ids.now, ids.justOver])
    expect(await idsOf(student, 'past=false&now=true')).toEqual([ids.nextCancelled, ids.next, ids.now, ids.justOver])
    expect(await idsOf(student)).toHaveLength(7)
    const [tutor, other] = [await onboardedTutor(), await verifiedStudent()]
    const running = await insertLesson({ tutor, student: other, start: NOW - minutes(15) })
    expect(await idsOf(other, 'future=false&now=true')).toEqual([running])
    expect([await idsOf(other, 'now=true'), await idsOf(other, 'now=false')]).toEqual([[running], []])
  })

  it('says the state of each lesson, by which it can be narrowed', async () => {
    const { student, ...ids } = await lessonsOfEveryKind()
    const { list } = await listLessons(student, `users[]=${student.id}&size=100`)
    const status = Object.fromEntries(list.map(({ lesson }) => [lesson.id, lesson.status]))
    expect(status).toEqual({
      [ids.over]: 'fulfilled',
      [ids.overCancelled]: 'cancelled',
      [ids.justOver]: 'happening',
      [ids.running]: 'cancelled',
      [ids.now]: 'happening',
      [ids.next]: 'pending',
      [ids.nextCancelled]: 'cancelled',
    })
    const { over, overCancelled, justOver, running, now, next, nextCancelled } = ids
    const cancelled = [nextCancelled, running, overCancelled]
    const byState = { pending: [next], happening: [now, justOver], fulfilled: [over], cancelled }
    for (const [state, found] of Object.entries(byState))
      expect([state, await idsOf(student, `status=${state}`)]).toEqual([state, found])
    const read = await expectOk<LessonPage['list'][number]>(callApi('GET', `/lesson/${ids.next}`, { as: student }))
    expect(read.lesson.status).toBe('pending')
    expect(await outcome(callApi('GET', `/lesson/list/?users[]=${student.id}&status=held`, { as: student }))).toBe(
      'bad-request',
    )
  })

  it('includes every lesson that overlaps the window, and none that only touches it', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    const lesson = await insertLesson({ tutor, student, start: at(10) })
    const window = (after: number, before: number) => `after=${iso(after)}&before=${iso(before)}`
    expect(await idsOf(student, window(at(10.5) - 1, at(12)))).toEqual([lesson])
    expect(await idsOf(student, window(at(10.5), at(12)))).toEqual([])
    expect(await idsOf(student, window(at(9), at(10) + 1))).toEqual([lesson])
    expect(await idsOf(student, window(at(9), at(10)))).toEqual([])
    expect(await idsOf(student, window(at(10.25), at(10.25)))).toEqual([lesson])
    const backwards = callApi('GET', `/lesson/list/?users[]=${student.id}&${window(at(2), at(1))}`, { as: student })
    expect(await outcome(backwards)).toBe('bad-request')
  })

  it('is unpaged with `full` in a window of at most 60 days', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    for (let hour = 0; hour < 12; hour++) await insertLesson({ tutor, student, start: at(hour) })
    const full = (query: string) =>
      callApi('GET', `/lesson/list/?users[]=${student.id}&full=true&${query}`, { as: student })
    const before = NOW + hours(24 * 60)
    const all = await expectOk<LessonPage>(full(`after=${iso(NOW)}&before=${iso(before)}`))
    expect([all.list.length, all.total]).toEqual([12, 12])
    expect(await outcome(full(`after=${iso(NOW - 1)}&before=${iso(before)}`))).toBe('bad-request')
    for (const half of ['', `after=${iso(NOW)}`, `before=${iso(NOW)}`])
      expect(await outcome(full(half))).toBe('bad-request')
  })

  it('has pages of ten that neither repeat nor miss a lesson, also when many begin at the same time', async () => {
    const student = await verifiedStudent()
    const tutors = await Promise.all(Array.from({ length: 12 }, () => onboardedTutor()))
    for (const tutor of tutors) await insertLesson({ tutor, student, start: at(1) })
    const pages = await Promise.all([1, 2, 3].map((page) => listLessons(student, `users[]=${student.id}&page=${page}`)))
    expect(pages.map(({ list }) => list.length)).toEqual([10, 2, 0])
    expect(pages.map(({ total }) => total)).toEqual([12, 12, 12])
    expect(new Set(pages.flatMap(({ list }) => list.map(({ lesson }) => lesson.id))).size).toBe(12)
  })
})

describe('who may read lessons', () => {
  it('members read their own, and have to filter by themselves', async () => {
    const { student, tutor } = await lessonsOfEveryKind()
    expect((await idsOf(tutor)).length).toBe(7)
    const other = await verifiedStudent()
    expect(await idsOf(other)).toEqual([])
    for (const query of ['', `users[]=${student.id}`, `users[]=${other.id}&users[]=${student.id}`])
      for (const as of [other, await newStudio()])
        expect(await outcome(callApi('GET', `/lesson/list/?${query}`, { as }))).toBe('forbidden')
  })

  it('admins read everybody’s, also filtered by very many people', async () => {
    const { student } = await lessonsOfEveryKind()
    const manyStudents = await verifiedStudents(150)
    const users = [student, ...manyStudents].map(({ id }) => `users[]=${id}`).join('&')
    for (const as of [await newAdmin(), await newSuperAdmin()]) {
      expect((await listLessons(as, users)).total).toBe(7)
      expect((await listLessons(as, 'size=1')).total).toBeGreaterThan(7)
    }
  })

  it('managers read their own and those of their candidates: who has an interview or a demo session with them', async () => {
    const [mona, student] = [await tutorManager(), await verifiedStudent()]
    const [interviewed, shown, canceled, stranger] = [
      await onboardedTutor(),
      await onboardedTutor(),
      await onboardedTutor(),
      await onboardedTutor(),
    ]
    const { Passed, CanceledByTutor } = InterviewStatus
    await meet('interview', mona, interviewed, Passed)
    await meet('demo', mona, shown, Passed, at(-80))
    await meet('interview', mona, canceled, CanceledByTutor, at(-70))
    const taught = new Map<Person, number>()
    for (const [nth, tutor] of [mona, interviewed, shown, canceled, stranger].entries())
      taught.set(tutor, await insertLesson({ tutor, student, start: at(-48 + nth) }))
    const lessonsOf = (...tutors: Person[]) => tutors.map((tutor) => taught.get(tutor))
    const listed = async (query: string) =>
      (await listLessons(mona, `size=100&${query}`)).list
        .map(({ lesson }) => lesson.id)
        .toSorted((one, other) => one - other)
    expect(await listed('')).toEqual(lessonsOf(mona, interviewed, shown))
    expect(await listed(`users[]=${interviewed.id}`)).toEqual(lessonsOf(interviewed))
    expect(await listed(`users[]=${student.id}`)).toEqual(lessonsOf(mona, interviewed, shown))
    expect(await listed(`users[]=${stranger.id}`)).toEqual([])
    const window = `full=true&after=${iso(at(-60))}&before=${iso(at(0))}`
    expect(await listed(window)).toEqual(lessonsOf(mona, interviewed, shown))
    for (const path of ['', '/attendance']) {
      const read = (tutor: Person) => outcome(callApi('GET', `/lesson/${taught.get(tutor)}${path}`, { as: mona }))
      for (const tutor of [mona, interviewed, shown]) expect(await read(tutor)).toBe('ok')
      for (const tutor of [canceled, stranger]) expect(await read(tutor)).toBe('forbidden')
    }
  })

  it('a single lesson is read by its two members and admins', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const read = (as: Person, id = lesson.id) => outcome(callApi('GET', `/lesson/${id}`, { as }))
    for (const as of [student, tutor, await newAdmin()]) {
      expect(await read(as)).toBe('ok')
      expect(await read(as, 999_999)).toBe('lesson-not-found')
    }
    for (const stranger of [await verifiedStudent(), await onboardedTutor(), await tutorManager(), await newStudio()])
      expect(await read(stranger)).toBe('forbidden')
  })
})

it('tells the tutor’s pay to its members and to admins, and not to a tutor manager', async () => {
  const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
  const id = await insertLesson({ tutor, student, start: at(-48) })
  type Priced = { lesson: { price: number | null } }
  const priceFor = async (as: Person) => {
    const { lesson } = await expectOk<Priced>(callApi('GET', `/lesson/${id}`, { as }))
    const { list } = await expectOk<{ list: Priced[] }>(callApi('GET', `/lesson/list?users[]=${tutor.id}`, { as }))
    return [lesson.price, ...list.map((one) => one.lesson.price)]
  }
  const paid = 30 * 250
  for (const as of [tutor, await newAdmin()]) expect(await priceFor(as)).toEqual([paid, paid])
  const mona = await tutorManager()
  await meet('interview', mona, tutor, InterviewStatus.Passed)
  expect(await priceFor(mona)).toEqual([null, null])
})
