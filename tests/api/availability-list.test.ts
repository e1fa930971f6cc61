import { describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import {
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
