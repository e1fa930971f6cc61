/** The figures of a tutor's home and the demand by hour of the week (docs/rules/tutors.md 6.1). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hours, plusDays, QUARTER_MS } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  onboardedTutor,
  openSlot,
  type Person,
  row,
  run,
  setNow,
  subscribe,
  verifiedStudent,
} from '#tests/people'
import { at, book, bookingFixture, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Total = { lessons: number; minutes: number; earned: number }
type Home = {
  month: { start: string; end: string; held: Total; coming: Total }
  hours: { offered: number; booked: number }
  rating: { average: number | null; count: number; recent: { average: number | null; count: number } }
}
const homeOf = (as: Person): Promise<Home> => expectOk(callApi('GET', '/user/tutor/home', { as }))

/** A lesson with its busy quarter hours, as a booking leaves them. */
async function insertTaught(tutor: Person, student: Person, start: number): Promise<number> {
  const id = await insertLesson({ tutor, student, start, attended: true })
  const stored = await row<{ session_id: string }>('SELECT session_id FROM lessons WHERE id = ?', id)
  for (const quarter of [start / QUARTER_MS, start / QUARTER_MS + 1])
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, ?)',
      tutor.id,
      quarter,
      stored?.session_id ?? '',
    )
  return id
}

describe('the tutor’s home', () => {
  it('is empty at first', async () => {
    const nothing = { lessons: 0, minutes: 0, earned: 0 }
    expect(await homeOf(await onboardedTutor())).toEqual({
      month: { start: '2026-01-31T22:00:00.000Z', end: '2026-02-28T22:00:00.000Z', held: nothing, coming: nothing },
      hours: { offered: 0, booked: 0 },
      rating: { average: null, count: 0, recent: { average: null, count: 0 } },
    })
  })

  it('counts the lessons of the calendar month in Cairo by whether they are over', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const firstMidnight = Date.parse('2026-01-31T22:00:00Z')
    await insertTaught(tutor, student, firstMidnight - hours(1))
    await insertTaught(tutor, student, firstMidnight)
    await insertTaught(tutor, student, at(-1))
    await insertTaught(tutor, student, at(24))
    const { month } = await homeOf(tutor)
    expect(month.held).toEqual({ lessons: 2, minutes: 60, earned: 15_000 })
    expect(month.coming).toEqual({ lessons: 1, minutes: 30, earned: 7500 })
  })

  it('leaves out pay that waits, as of a lesson that nobody attended', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const id = await insertTaught(tutor, student, at(-2))
    await run('DELETE FROM session_events WHERE session_id = (SELECT session_id FROM lessons WHERE id = ?)', id)
    await expectOk(callApi('GET', `/invoice/stats/${tutor.id}`, { as: tutor }))
    expect((await homeOf(tutor)).month.held).toEqual({ lessons: 1, minutes: 30, earned: 0 })
  })

  it('leaves out pay that a decision took back', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const id = await insertTaught(tutor, student, at(-2))
    await run(
      `INSERT INTO lesson_decisions (lesson_id, revision, outcome, reason, earning, decided_by, created_at)
       VALUES (?, 0, 3, 'غاب', -7500, ?, 1)`,
      id,
      student.id,
    )
    expect((await homeOf(tutor)).month.held).toEqual({ lessons: 1, minutes: 30, earned: 0 })
  })

  it('compares the offered with the booked minutes of the coming seven days', async () => {
    const { tutor, student, slot } = await bookingFixture(4)
    expect((await homeOf(tutor)).hours).toEqual({ offered: 240, booked: 0 })
    await insertSlot(tutor, at(-1), at(1))
    await insertSlot(tutor, at(40), at(42), 3)
    await insertSlot(tutor, plusDays(NOW, 7) - hours(1), plusDays(NOW, 7) + hours(3))
    await insertSlot(tutor, plusDays(NOW, 9), plusDays(NOW, 9) + hours(3))
    expect((await homeOf(tutor)).hours.offered).toBe(240 + 60 + 60)
    await insertTaught(tutor, student, Date.parse(slot.start) + hours(10))
    expect((await homeOf(tutor)).hours.booked).toBe(30)
  })

  it('leaves out a lesson that was cancelled', async () => {
    const { tutor, slot } = await bookingFixture(4)
    const student = await verifiedStudent()
    await subscribe(student, NOW - hours(1), at(24 * 30))
    const lesson = await book(student, { tutor, slot, start: at(24) })
    expect((await homeOf(tutor)).hours.booked).toBe(30)
    await expectOk(callApi('DELETE', `/lesson/${lesson.id}`, { as: student }))
    expect((await homeOf(tutor)).hours.booked).toBe(0)
    expect((await homeOf(tutor)).month.coming.lessons).toBe(0)
  })

  it('compares the ratings of the last 90 days with all of them', async () => {
    const tutor = await onboardedTutor()
    const rate = async (value: number, when: number) =>
      run(
        'INSERT INTO ratings (rater_id, ratee_id, value, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        (await verifiedStudent()).id,
        tutor.id,
        value,
        when,
        when,
      )
    await rate(3, plusDays(NOW, -91))
    await rate(5, plusDays(NOW, -90))
    await rate(4, at(-1))
    expect((await homeOf(tutor)).rating).toEqual({ average: 4, count: 3, recent: { average: 4.5, count: 2 } })
  })

  it('shows nothing of another tutor', async () => {
    const [tutor, another, student] = await Promise.all([onboardedTutor(), onboardedTutor(), verifiedStudent()])
    await insertTaught(another, student, at(-1))
    await openSlot(another, at(24), 2)
    const { month, hours: ahead } = await homeOf(tutor)
    expect([month.held.lessons, ahead.offered]).toEqual([0, 0])
  })
})

describe('the demand by hour of the week', () => {
  it('tells shares of the busiest hour over the last four weeks', async () => {
    // Away from the weeks in which the other tests have lessons.
    setNow('2025-02-12T10:00:00Z')
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    // Thursdays at 20:00 and 20:30, a Friday at 15:00 in Cairo.
    for (const start of ['2025-01-23T18:00:00Z', '2025-01-30T18:30:00Z', '2025-02-07T13:00:00Z'])
      await insertLesson({ tutor, student, start: Date.parse(start) })
    await insertLesson({ tutor, student, start: Date.parse('2025-01-02T08:00:00Z') })
    await insertLesson({ tutor, student, start: Date.parse('2025-02-06T08:00:00Z'), canceledBy: student })
    const demand = await expectOk(callApi('GET', '/lesson/demand', { as: tutor }))
    expect(demand).toEqual([
      { weekday: 4, hour: 20, share: 100 },
      { weekday: 5, hour: 15, share: 50 },
    ])
  })
})

describe('the plans of these calls', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** The steps of the statements of a call that read a whole table. */
  async function scansOf(path: string, as: Person): Promise<string[]> {
    const prepared: string[] = []
    const proto = Object.getPrototypeOf(bindings.DB) as D1Database
    const prepare = proto.prepare
    vi.spyOn(proto, 'prepare').mockImplementation(function (this: D1Database, sql: string) {
      prepared.push(sql)
      return prepare.call(this, sql)
    })
    await expectOk(callApi('GET', path, { as }))
    vi.restoreAllMocks()
    const reads = prepared.filter((sql) => /^select/i.test(sql))
    expect(reads.length).toBeGreaterThan(0)
    const plans = await Promise.all(
      reads.map(async (sql) => {
        const values = [...sql.matchAll(/\?/g)].map(() => 1)
        const { results } = await bindings.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>()
        return results.map(({ detail }) => detail)
      }),
    )
    return plans.flat().filter((step) => /^SCAN /.test(step))
  }

  it('search indexes, whatever the tables hold', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    await insertLesson({ tutor, student, start: at(-2) })
    expect(await scansOf('/user/tutor/home', tutor)).toEqual([])
    expect(await scansOf('/lesson/demand', tutor)).toEqual([])
    expect(await scansOf(`/student/${student.id}/brief?before=${iso(NOW)}`, tutor)).toEqual([])
  })
})
