import { describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  newStudio,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { at, book, bookingFixture, iso, NOW, startClockAtNoon, tryCancel } from './lesson-fixtures.ts'

startClockAtNoon()

type SlotPage = {
  slots: { list: { id: number; userId: number; start: string; end: string; deleted: boolean }[]; total: number }
  subslots: { parent: number; start: string; end: string }[]
}
const read = (as: Person, query: string) => expectOk<SlotPage>(callApi('GET', `/availability-slot/?${query}`, { as }))
const readIds = async (as: Person, query: string) => (await read(as, query)).slots.list.map(({ id }) => id)

describe('the list of slots', () => {
  it('shows the booked parts to students and staff, not to tutors', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const booked = [{ parent: slot.id, start: iso(at(25)), end: iso(at(25.5)) }]
    const query = `userIds[]=${tutor.id}`
    for (const as of [student, await verifiedStudent(), await newAdmin(), await newStudio()]) {
      const { slots, subslots } = await read(as, query)
      expect([slots.list.map(({ id }) => id), subslots]).toEqual([[slot.id], booked])
    }
    for (const as of [tutor, await tutorManager()]) expect((await read(as, query)).subslots).toEqual([])
    await tryCancel(student, lesson)
    expect((await read(student, query)).subslots).toEqual([])
  })

  it('shows tutors which half hours of a manager are taken, and nothing of another tutor', async () => {
    const [mona, omar, other] = [await tutorManager(), await onboardedTutor(), await onboardedTutor()]
    const slot = await openSlot(mona, at(1), 4, 1)
    await expectOk(callApi('POST', '/interview', { as: other, body: { slotId: slot.id, start: iso(at(2)) } }))
    const { subslots } = await read(omar, `userIds[]=${mona.id}`)
    expect(subslots).toEqual([{ parent: slot.id, start: iso(at(2)), end: iso(at(2.5)) }])
    const taught = await bookingFixture()
    await book(taught.student, { tutor: taught.tutor, slot: taught.slot, start: at(25) })
    expect((await read(omar, `userIds[]=${taught.tutor.id}&userIds[]=${mona.id}`)).subslots).toEqual(subslots)
  })

  it('hides deleted slots, and shows the newest first', async () => {
    const tutor = await onboardedTutor()
    const ids = []
    for (const hour of [5, 1, 3]) ids.push((await openSlot(tutor, at(hour), 1)).id)
    expect(await readIds(tutor, `userIds[]=${tutor.id}`)).toEqual(ids.toReversed())
    await run('UPDATE availability_slots SET deleted = 1 WHERE id = ?', ids[1])
    expect(await readIds(tutor, `userIds[]=${tutor.id}`)).toEqual([ids[2], ids[0]])
  })

  it('filters by owners, roles and purposes', async () => {
    const [tutor, mona, student] = [await onboardedTutor(), await tutorManager(), await verifiedStudent()]
    const [lesson, interview] = [await openSlot(tutor, at(1), 1, 2), await openSlot(mona, at(1), 1, 3)]
    const both = `userIds[]=${tutor.id}&userIds[]=${mona.id}`
    expect((await readIds(student, both)).toSorted()).toEqual([lesson.id, interview.id].toSorted())
    expect(await readIds(student, `${both}&roles[]=5`)).toEqual([interview.id])
    expect(await readIds(student, `${both}&purposes[]=2&purposes[]=1`)).toEqual([lesson.id])
    expect(await readIds(student, `${both}&roles=4`)).toEqual([])
    for (const filter of ['purposes[]=5', 'roles[]=0', 'userIds[]=x'])
      expect(await outcome(callApi('GET', `/availability-slot/?${filter}`, { as: student }))).toBe('bad-request')
  })

  it('filters by up to 200 owners', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(1), 1)
    const many = (count: number) =>
      [tutor.id, ...Array.from({ length: count - 1 }, (_, index) => 1_000_000 + index)]
        .map((id) => `userIds[]=${id}`)
        .join('&')
    const purposes = Array.from({ length: 60 }, () => 'purposes[]=2&roles[]=3').join('&')
    expect(await readIds(tutor, `${many(200)}&${purposes}`)).toEqual([slot.id])
    expect(await outcome(callApi('GET', `/availability-slot/?${many(201)}`, { as: tutor }))).toBe('bad-request')
  })

  it('includes every slot that overlaps the window, and none that only touches it', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(10), 1)
    const within = (after: number, before: number) =>
      readIds(tutor, `userIds[]=${tutor.id}&after=${iso(after)}&before=${iso(before)}`)
    expect(await within(at(11) - 1, at(12))).toEqual([slot.id])
    expect(await within(at(11), at(12))).toEqual([])
    expect(await within(at(9), at(10) + 1)).toEqual([slot.id])
    expect(await within(at(9), at(10))).toEqual([])
  })

  it('is unpaged for at most 2000 slots', async () => {
    const tutor = await onboardedTutor()
    const insertMore = (first: number, last: number) =>
      run(
        `WITH RECURSIVE numbers(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
         INSERT INTO availability_slots (user_id, start, "end", created_at, updated_at)
         SELECT ?, ? + i * 900000, ? + (i + 1) * 900000, 0, 0 FROM numbers`,
        first,
        last,
        tutor.id,
        NOW,
        NOW,
      )
    const full = () =>
      callApi(
        'GET',
        `/availability-slot/?userIds[]=${tutor.id}&full=true&after=${iso(NOW)}&before=${iso(NOW + hours(24 * 30))}`,
        { as: tutor },
      )
    await insertMore(0, 1999)
    expect((await expectOk<{ slots: { total: number } }>(full())).slots.total).toBe(2000)
    await insertMore(2000, 2000)
    expect(await outcome(full())).toBe('bad-request')
  })

  it('is unpaged with `full` in a window of at most 60 days', async () => {
    const tutor = await onboardedTutor()
    for (let hour = 0; hour < 15; hour++) await insertSlot(tutor, at(hour), at(hour + 1))
    const full = (after: number, before: number) =>
      `userIds[]=${tutor.id}&full=true&after=${iso(after)}&before=${iso(before)}`
    const whole = await read(tutor, full(NOW, NOW + hours(24 * 60)))
    expect([whole.slots.list.length, whole.slots.total]).toEqual([15, 15])
    expect((await read(tutor, `userIds[]=${tutor.id}`)).slots.list).toHaveLength(10)
    for (const query of [
      full(NOW, NOW + hours(24 * 60) + 1),
      full(at(1), at(0)),
      'full=true',
      `full=true&after=${iso(NOW)}`,
    ])
      expect(await outcome(callApi('GET', `/availability-slot/?${query}`, { as: tutor }))).toBe('bad-request')
    const backwards = `after=${iso(at(1))}&before=${iso(at(0))}`
    expect(await outcome(callApi('GET', `/availability-slot/?${backwards}`, { as: tutor }))).toBe('bad-request')
  })
})

/** Two hundred applicants who wait for an interview and a demo session each, in the slot of a manager. */
async function insertWaiting(mona: Person, slotId: number): Promise<void> {
  const numbers = 'WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 200)'
  await run(
    `${numbers} INSERT INTO users (email, role, created_at, updated_at) SELECT 'waiting' || i || '@example.com', 3, 0, 0 FROM numbers`,
  )
  const applicants = `FROM users WHERE email LIKE 'waiting%@example.com'`
  await run(`INSERT INTO tutors (id, created_at, updated_at) SELECT id, 0, 0 ${applicants}`)
  await run(
    `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, created_at, updated_at)
     SELECT 'interview:' || id, ?, id, ?, ?, 0, 0 ${applicants}`,
    mona.id,
    slotId,
    at(1),
  )
  await run(
    `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at)
     SELECT 'demo:' || id, id, ?, ?, 0, 0 ${applicants}`,
    slotId,
    at(1),
  )
}

/** Three hundred slots of a tutor from then on, with a lesson in each. */
async function insertTaught(tutor: Person, from: number): Promise<void> {
  await run(
    `WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < 299)
     INSERT INTO availability_slots (user_id, start, "end", created_at, updated_at)
     SELECT ?, ? + i * 900000, ? + (i + 1) * 900000, 0, 0 FROM numbers`,
    tutor.id,
    from,
    from,
  )
  await run(
    `INSERT INTO lessons (start, duration, price, slot_id, session_id, created_at, updated_at)
     SELECT start, 15, 0, id, 'lesson:' || id, 0, 0 FROM availability_slots WHERE user_id = ? AND start >= ?`,
    tutor.id,
    from,
  )
}

it('reads as many rows of a tutor’s week, however many slots and sessions there are besides', async () => {
  const { tutor, student, slot } = await bookingFixture()
  await book(student, { tutor, slot, start: at(25) })
  const [mona, other] = [await tutorManager(), await onboardedTutor()]
  const open = await openSlot(mona, at(1), 4, 1)
  const readers = [tutor, other, student, mona, await newAdmin()]
  const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
  const rowsOf = async (as: Person) => {
    const week = `userIds[]=${tutor.id}&full=true&after=${iso(NOW)}&before=${iso(NOW + hours(24 * 7))}`
    counter.begin()
    await read(as, week)
    return counter.read().rowsRead
  }
  try {
    // The first request of an isolate also fills its caches.
    for (const as of readers) await rowsOf(as)
    const before = []
    for (const as of readers) before.push(await rowsOf(as))
    await insertTaught(other, at(24))
    await insertTaught(tutor, at(-24 * 60))
    await insertTaught(tutor, at(24 * 10))
    await insertWaiting(mona, open.id)
    const after = []
    for (const as of readers) after.push(await rowsOf(as))
    // A search in an index also reads the row that it ends at.
    for (const [at, rows] of after.entries()) expect(rows).toBeLessThanOrEqual((before[at] ?? 0) + 4)
  } finally {
    counter.end()
  }
})
