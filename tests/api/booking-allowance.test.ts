/** Subscriptions that allow several upcoming lessons and coming weeks (docs/rules/lessons.md 2.2, minutes.md 4.4). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  tokenFor,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { freeTrialStatements } from '../../worker/subscriptions/store.ts'
import { at, book, NOW, startClockAtNoon, tryBook, tryCancel, tryMove } from './lesson-fixtures.ts'

startClockAtNoon()

const DAY = 24
const WEEK = 7 * DAY
/** The week begins on the Wednesday of `NOW`, at 05:00 in Cairo. */
const FIRST_WEEK = NOW - hours(7)

/** A student whose subscription began at `NOW` for four weeks, and a tutor with a free day now and one a week later. */
async function setUp({ lessons = 4, weeks = 2, weeklyMinutes = 60 } = {}) {
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  const subscription = await subscribe(student, NOW, NOW + hours(4 * WEEK), weeklyMinutes)
  const set = 'UPDATE subscriptions SET max_upcoming_lessons = ?, booking_weeks = ? WHERE id = ?'
  await run(set, lessons, weeks, subscription)
  const [now, then, late] = await Promise.all(
    [DAY, WEEK + DAY, 2 * WEEK + DAY].map((from) => openSlot(tutor, at(from), 6)),
  )
  if (!now || !then || !late) throw new Error('three slots')
  return { tutor, student, subscription, now, then, late }
}

type Week = { start: string; end: string; remainingMinutes: number }
const weeksOf = async ({ id, email }: Person) => {
  const as = { id, email, token: await tokenFor(id) }
  const { weeks } = await expectOk<{ weeks: Week[] }>(callApi('GET', `/sub/user?userId=${id}`, { as }))
  return weeks.map(({ remainingMinutes }) => remainingMinutes)
}
const grantsOf = (subscription: number) =>
  rows<{ week: number }>(
    `SELECT week FROM minute_entries WHERE subscription_id = ? AND kind = 'grant' ORDER BY week`,
    subscription,
  )

describe('a subscription of four lessons within two weeks', () => {
  it('pays each lesson from the week in which it lies, and refuses the fifth', async () => {
    const { tutor, student, now, then, subscription } = await setUp()
    expect(await weeksOf(student)).toEqual([60, 60])
    await book(student, { tutor, slot: now, start: at(DAY) })
    await book(student, { tutor, slot: then, start: at(WEEK + DAY), duration: 15 })
    await book(student, { tutor, slot: then, start: at(WEEK + DAY + 1), duration: 30 })
    expect(await weeksOf(student)).toEqual([30, 15])
    expect(await tryBook(student, { tutor, slot: then, start: at(WEEK + DAY + 2) })).toBe('no-enough-minutes')
    await book(student, { tutor, slot: now, start: at(DAY + 1), duration: 15 })
    expect(await tryBook(student, { tutor, slot: now, start: at(DAY + 2), duration: 15 })).toBe('reached-booking-limit')
    expect(await grantsOf(subscription)).toEqual([{ week: FIRST_WEEK }])
  })

  it('grants the coming week when it comes, once, with what was booked taken from it', async () => {
    const { tutor, student, then, subscription } = await setUp()
    await book(student, { tutor, slot: then, start: at(WEEK + DAY) })
    setNow(FIRST_WEEK + hours(WEEK))
    await triggerJob('renew-minutes')
    await triggerJob('renew-minutes')
    expect(await grantsOf(subscription)).toEqual([{ week: FIRST_WEEK }, { week: FIRST_WEEK + hours(WEEK) }])
    expect(await weeksOf(student)).toEqual([30, 60])
  })

  it('ends at the end of the second week', async () => {
    const { tutor, student, late } = await setUp()
    expect(await tryBook(student, { tutor, slot: late, start: at(2 * WEEK + DAY) })).toBe('week-boundaries-violation')
  })

  it('returns the minutes of a cancelled lesson to its own week', async () => {
    const { tutor, student, then } = await setUp()
    const lesson = await book(student, { tutor, slot: then, start: at(WEEK + DAY) })
    expect(await weeksOf(student)).toEqual([60, 30])
    expect(await tryCancel(student, lesson)).toBe('ok')
    expect(await weeksOf(student)).toEqual([60, 60])
    expect(await tryBook(student, { tutor, slot: then, start: at(WEEK + DAY) })).toBe('ok')
  })

  it('moves a lesson to the other week, which then pays for it in full', async () => {
    const { tutor, student, now, then } = await setUp()
    const lesson = await book(student, { tutor, slot: now, start: at(DAY) })
    await book(student, { tutor, slot: then, start: at(WEEK + DAY) })
    expect(await tryMove(student, { lesson, slot: then, start: at(WEEK + DAY + 1) })).toBe('ok')
    expect(await weeksOf(student)).toEqual([60, 0])
    expect(await tryMove(student, { lesson, slot: then, start: at(WEEK + DAY + 2), duration: 15 })).toBe('ok')
    expect(await weeksOf(student)).toEqual([60, 15])
    expect(await tryMove(student, { lesson, slot: now, start: at(DAY), duration: 30 })).toBe('ok')
    expect(await weeksOf(student)).toEqual([30, 30])
  })

  it('has at most four of twenty that are booked at the same moment, each with another tutor', async () => {
    const { student } = await setUp({ weeklyMinutes: 600 })
    const tutors = await Promise.all(Array.from({ length: 20 }, () => onboardedTutor()))
    const slots = await Promise.all(tutors.map((tutor, index) => openSlot(tutor, at(DAY + 2 * index), 1)))
    const outcomes = await Promise.all(
      tutors.map((tutor, index) =>
        tryBook(student, { tutor, slot: slots[index] ?? { id: 0 }, start: at(DAY + 2 * index), duration: 15 }),
      ),
    )
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(4)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'reached-booking-limit']))
    expect(await rows('SELECT lesson_id FROM upcoming_lessons WHERE student_id = ?', student.id)).toHaveLength(4)
  })

  it('never spends a coming week twice, however many book at once', async () => {
    const { student } = await setUp({ lessons: 8 })
    const tutors = await Promise.all(Array.from({ length: 6 }, () => onboardedTutor()))
    const slots = await Promise.all(tutors.map((tutor, index) => openSlot(tutor, at(WEEK + DAY + 2 * index), 1)))
    const outcomes = await Promise.all(
      tutors.map((tutor, index) =>
        tryBook(student, { tutor, slot: slots[index] ?? { id: 0 }, start: at(WEEK + DAY + 2 * index) }),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'no-enough-minutes'), 'ok', 'ok'])
    expect(await weeksOf(student)).toEqual([60, 0])
  })

  it('counts a lesson no more once it is over', async () => {
    const { tutor, student, now, then } = await setUp({ lessons: 2 })
    await book(student, { tutor, slot: now, start: at(DAY), duration: 15 })
    await book(student, { tutor, slot: then, start: at(WEEK + DAY), duration: 15 })
    setNow(at(DAY) + minutes(15))
    const later = { id: student.id, email: student.email, token: await tokenFor(student.id) }
    expect(await tryBook(later, { tutor, slot: now, start: at(DAY + 1), duration: 15 })).toBe('ok')
    expect(await tryBook(later, { tutor, slot: now, start: at(DAY + 2), duration: 15 })).toBe('reached-booking-limit')
  })
})

it('a lesson never ends after the subscription, whatever it allows', async () => {
  const { tutor, student, subscription, then } = await setUp({ weeks: 4 })
  await run('UPDATE subscriptions SET "end" = ? WHERE id = ?', at(WEEK + DAY) + minutes(30), subscription)
  expect(await tryBook(student, { tutor, slot: then, start: at(WEEK + DAY) + minutes(15) })).toBe(
    'week-boundaries-violation',
  )
  expect(await tryBook(student, { tutor, slot: then, start: at(WEEK + DAY) })).toBe('ok')
})

describe('what a plan allows', () => {
  const draft = {
    weeklyMinutes: 120,
    baseMonthlyPrice: 100_000,
    monthDiscount: 0,
    quarterDiscount: 0,
    yearDiscount: 0,
    forInvitesOnly: false,
    active: true,
  }
  type Plan = { id: number; maxUpcomingLessons: number; bookingWeeks: number; updatedAt: string }

  it('is one lesson within the current week unless an admin allows more, within bounds', async () => {
    const admin = await newAdmin()
    const create = (more: object) => callApi('POST', '/plan/', { as: admin, body: { ...draft, ...more } })
    expect(await expectOk<Plan>(create({}))).toMatchObject({ maxUpcomingLessons: 1, bookingWeeks: 1 })
    expect(await expectOk<Plan>(create({ maxUpcomingLessons: 8, bookingWeeks: 4 }))).toMatchObject({
      maxUpcomingLessons: 8,
      bookingWeeks: 4,
    })
    for (const wrong of [
      { maxUpcomingLessons: 9 },
      { maxUpcomingLessons: 0 },
      { bookingWeeks: 5 },
      { bookingWeeks: 1.5 },
    ])
      expect([wrong, await outcome(create(wrong))]).toEqual([wrong, 'bad-request'])
  })
})

it('a free trial allows what the settings say when it is opened', async () => {
  await run(
    `INSERT INTO settings (name, value, updated_at) VALUES ('trialMaxUpcomingLessons', '2', ?), ('trialBookingWeeks', '3', ?)`,
    NOW,
    NOW,
  )
  const student = await newStudent()
  await run('UPDATE users SET verified_email = 1 WHERE id = ?', student.id)
  const db = openDb(bindings.DB)
  const [first, ...others] = freeTrialStatements(db, student.id, NOW)
  if (first) await db.batch([first, ...others])
  await run('DELETE FROM settings')
  const trial = await row(
    'SELECT max_upcoming_lessons AS lessons, booking_weeks AS weeks FROM subscriptions WHERE user_id = ?',
    student.id,
  )
  expect(trial).toEqual({ lessons: 2, weeks: 3 })
  const tutor = await onboardedTutor()
  const slot = await openSlot(tutor, at(20 * DAY), 2)
  expect(await tryBook(student, { tutor, slot, start: at(20 * DAY) })).toBe('ok')
  expect(await tryBook(student, { tutor, slot, start: at(20 * DAY + 1) })).toBe('ok')
})
