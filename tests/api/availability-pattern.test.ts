import { describe, expect, it } from 'vitest'
import { addDays, hours, instantAtMinute, type LocalDay, localDay, localTime } from '#domain/cairo'
import {
  callApi,
  expectOk,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { book, iso, NOW, startClockAtNoon, storedLesson } from './lesson-fixtures.ts'

startClockAtNoon()

const DAYS = [0, 1, 2, 3, 4, 5, 6]
type Range = { weekday: number; from: number; to: number; purpose: number }
const daily = (from: number, to: number, purpose = 2): Range[] =>
  DAYS.map((weekday) => ({ weekday, from: from * 60, to: to * 60, purpose }))
const body = (ranges: Range[], more: { season?: object; daysOff?: LocalDay[] } = {}) => ({
  ranges,
  season: more.season ?? null,
  daysOff: more.daysOff ?? [],
})

type Saved = { openUntil: LocalDay; opened: number; daysByHand: LocalDay[] }
const save = (as: Person, pattern: object) =>
  expectOk<Saved>(callApi('PUT', '/availability-pattern', { as, body: pattern }))
const trySave = (as: Person, pattern: object) => outcome(callApi('PUT', '/availability-pattern', { as, body: pattern }))
const read = (as: Person) =>
  expectOk<{ pattern: object | null; openUntil: LocalDay | null }>(callApi('GET', '/availability-pattern', { as }))
const change = (as: Person, ...actions: object[]) => callApi('POST', '/availability-slot', { as, body: { actions } })

type SlotRow = { id: number; start: number; end: number }
const slotsOf = (tutor: Person) =>
  rows<SlotRow>(
    'SELECT id, start, "end" FROM availability_slots WHERE user_id = ? AND deleted = 0 ORDER BY start',
    tutor.id,
  )
/** Day and hours by Cairo’s clock. */
const shown = ({ start, end }: SlotRow) => [localDay(start), localTime(start).hour, localTime(end).hour] as const

const today = localDay(NOW)
const day = (count: number) => addDays(today, count)
const clock = (count: number, hour: number) => instantAtMinute(day(count), hour * 60)

describe('a weekly pattern', () => {
  it('is open for four weeks at once, and on each new day by the job, once', async () => {
    const tutor = await onboardedTutor()
    expect(await read(tutor)).toMatchObject({ pattern: null, openUntil: null })
    const pattern = body(daily(17, 21))
    expect(await save(tutor, pattern)).toEqual({ openUntil: day(27), opened: 28, daysByHand: [] })
    expect(await read(tutor)).toMatchObject({ pattern, openUntil: day(27) })
    const slots = await slotsOf(tutor)
    expect(slots.map(shown)).toEqual(Array.from({ length: 28 }, (_, index) => [day(index), 17, 21]))

    await triggerJob('open-patterns')
    expect(await slotsOf(tutor)).toEqual(slots)
    setNow(NOW + hours(3 * 24))
    await Promise.all([triggerJob('open-patterns'), triggerJob('open-patterns')])
    const later = await slotsOf(tutor)
    expect(later.slice(0, 28)).toEqual(slots)
    expect(later.slice(28).map(shown)).toEqual([28, 29, 30].map((count) => [day(count), 17, 21]))
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', tutor.id)
    setNow(NOW + hours(4 * 24))
    await triggerJob('open-patterns')
    expect(await slotsOf(tutor)).toHaveLength(31)
    await run('UPDATE tutors SET activated = 1 WHERE id = ?', tutor.id)
    await triggerJob('open-patterns')
    expect(await slotsOf(tutor)).toHaveLength(32)
  })

  it('leaves days off closed, and has other hours in its season', async () => {
    const tutor = await onboardedTutor()
    const season = { from: day(2), to: day(3), ranges: daily(21, 25) }
    await save(tutor, body(daily(17, 19), { season, daysOff: [day(1), day(3)] }))
    expect((await slotsOf(tutor)).slice(0, 3).map(shown)).toEqual([
      [today, 17, 19],
      [day(2), 21, 1],
      [day(4), 17, 19],
    ])
  })

  it('cancels no lesson when it changes: the booked part stays', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    await save(tutor, body(daily(17, 21)))
    const slot = (await slotsOf(tutor)).find(({ start }) => start === clock(1, 17))
    if (!slot) throw new Error('the slot of tomorrow')
    const booked = { ...slot, start: iso(slot.start), end: iso(slot.end) }
    const lesson = await book(student, { tutor, slot: booked, start: clock(1, 18) })
    await save(tutor, body(daily(17, 21)))
    expect((await slotsOf(tutor)).find(({ id }) => id === slot.id)).toEqual(slot)
    await save(tutor, body(daily(10, 11)))
    expect((await slotsOf(tutor)).find(({ id }) => id === slot.id)).toEqual({
      id: slot.id,
      start: clock(1, 18),
      end: clock(1, 18) + hours(0.5),
    })
    expect(await slotsOf(tutor)).toHaveLength(28)
    expect((await storedLesson(lesson))?.canceledAt).toBeNull()
  })

  it('leaves alone what the tutor has done by hand', async () => {
    const tutor = await onboardedTutor()
    await save(tutor, body(daily(17, 21)))
    const [first, second] = (await slotsOf(tutor)).slice(1)
    if (!first || !second) throw new Error('two slots')
    await change(
      tutor,
      { type: 'delete', id: first.id },
      { type: 'update', id: second.id, end: iso(second.start + hours(1)) },
      { type: 'create', start: iso(clock(3, 10)), end: iso(clock(3, 12)), purpose: 2 },
    )
    expect((await save(tutor, body(daily(11, 13)))).daysByHand).toEqual([day(1), day(2)])
    expect((await slotsOf(tutor)).slice(0, 4).map(shown)).toEqual([
      [today, 12, 13],
      [day(2), 17, 18],
      [day(3), 10, 13],
      [day(4), 11, 13],
    ])
  })

  it('stops, and what is open stays', async () => {
    const tutor = await onboardedTutor()
    await save(tutor, body(daily(17, 21)))
    await expectOk(callApi('DELETE', '/availability-pattern', { as: tutor }))
    expect((await read(tutor)).pattern).toBeNull()
    setNow(NOW + hours(48))
    await triggerJob('open-patterns')
    expect(await slotsOf(tutor)).toHaveLength(28)
    await save(tutor, body(daily(10, 11)))
    // All old ones stay beside the new ones; today's would be over.
    expect(await slotsOf(tutor)).toHaveLength(28 + 27)
    await expectOk(callApi('DELETE', '/availability-pattern', { as: tutor }))
    expect(await outcome(callApi('DELETE', '/availability-pattern', { as: tutor }))).toBe('ok')
  })

  it('saved twice at once is opened once', async () => {
    const tutor = await onboardedTutor()
    const outcomes = await Promise.all([daily(17, 21), daily(18, 22)].map((ranges) => trySave(tutor, body(ranges))))
    expect(outcomes).toEqual(['ok', 'ok'])
    const { ranges } = (await read(tutor)).pattern as { ranges: Range[] }
    const slots = await slotsOf(tutor)
    expect(slots).toHaveLength(28)
    expect(slots.every(({ start }) => localTime(start).hour * 60 === ranges[0]?.from)).toBe(true)
  })

  it('is refused with wrong times, days, purposes or overlapping ranges, and nothing is opened', async () => {
    const tutor = await onboardedTutor()
    const refused = [
      body([{ weekday: 7, from: 0, to: 60, purpose: 2 }]),
      body([{ weekday: 1, from: 0, to: 50, purpose: 2 }]),
      body([{ weekday: 1, from: 60, to: 60, purpose: 2 }]),
      body([{ weekday: 1, from: 1380, to: 1815, purpose: 2 }]),
      body([], { daysOff: ['2026-02-30'] }),
      body([], { season: { from: day(3), to: day(2), ranges: [] } }),
      body([], { season: { from: day(0), to: day(62), ranges: [] } }),
      body(Array.from({ length: 43 }, () => ({ weekday: 1, from: 0, to: 60, purpose: 2 }))),
    ]
    for (const pattern of refused) expect(await trySave(tutor, pattern), JSON.stringify(pattern)).toBe('bad-request')
    expect(await trySave(tutor, body([...daily(17, 19), ...daily(18, 20)]))).toBe('conflicting-schedule')
    expect(await trySave(tutor, body(daily(17, 21, 3)))).toBe('forbidden')
    expect((await read(tutor)).pattern).toBeNull()
    expect(await slotsOf(tutor)).toEqual([])
  })

  it('of a manager may be for interviews, and is in the audit log', async () => {
    const mona = await tutorManager()
    await save(mona, body(daily(17, 18, 3)))
    await save(mona, body(daily(18, 19, 4)))
    await expectOk(callApi('DELETE', '/availability-pattern', { as: mona }))
    const acts = await rows<{ act: string; before: string | null }>(
      'SELECT act, before FROM audit_entries WHERE actor_id = ? ORDER BY id',
      mona.id,
    )
    expect(acts.map(({ act, before }) => [act, before !== null])).toEqual([
      ['availability.savePattern', false],
      ['availability.savePattern', true],
      ['availability.stopPattern', true],
    ])
    expect(await row('SELECT purpose FROM availability_slots WHERE user_id = ? LIMIT 1', mona.id)).toEqual({
      purpose: 4,
    })
  })

  it('forgets the days that are over', async () => {
    const tutor = await onboardedTutor()
    await save(tutor, body(daily(17, 21)))
    setNow(NOW + hours(10 * 24))
    await triggerJob('clear-expired')
    const [oldest] = await rows<{ day: string }>(
      'SELECT MIN(day) AS day FROM availability_pattern_days WHERE user_id = ?',
      tutor.id,
    )
    expect(oldest?.day).toBe(day(9))
  })
})
