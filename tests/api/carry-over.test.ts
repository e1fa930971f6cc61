/** Minutes left at the end of a week come into the next one, once (docs/rules/minutes.md 7.1 to 7.7). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes, plusDays } from '#domain/cairo'
import { carriedLeft, carriedOver, type WeekSums, weekBefore } from '#domain/subscriptions/carry-over'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { WHOLE } from '#domain/withdrawals/ledger-parts'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  setNow,
  subscribe,
  tokenFor,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { at, book, type Lesson, NOW, startClockAtNoon, tryBook, tryCancel } from './lesson-fixtures.ts'

startClockAtNoon()

const DAY = 24
const WEEK = 7 * DAY
/** The week begins on the Wednesday of `NOW`, at 05:00 in Cairo. */
const FIRST_WEEK = NOW - hours(7)
const SECOND_WEEK = FIRST_WEEK + hours(WEEK)

const carries = (subscription: number) => run('UPDATE subscriptions SET carries_over = 1 WHERE id = ?', subscription)

/** A student whose subscription of 60 minutes a week began at `NOW` for four weeks and carries over, and a tutor who is always free. */
async function setUp({ lessons = 8, weeks = 1, end = NOW + hours(4 * WEEK) } = {}) {
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  const subscription = await subscribe(student, NOW, end)
  await carries(subscription)
  await run(
    'UPDATE subscriptions SET max_upcoming_lessons = ?, booking_weeks = ? WHERE id = ?',
    lessons,
    weeks,
    subscription,
  )
  const slot = { id: await insertSlot(tutor, NOW, NOW + hours(5 * WEEK)) }
  return { tutor, student, subscription, slot }
}

type Own = {
  remainingWeeklyMinutes: number
  carriedMinutes: number
  weeks: { remainingMinutes: number }[]
  info: { carriesOver: boolean } | null
}
const ownOf = async ({ id, email }: Person) =>
  expectOk<Own>(callApi('GET', `/sub/user?userId=${id}`, { as: { id, email, token: await tokenFor(id) } }))
/** The minutes that are left, and those of them that were carried. */
const leftOf = async (student: Person) => {
  const { remainingWeeklyMinutes, carriedMinutes } = await ownOf(student)
  return [remainingWeeklyMinutes, carriedMinutes]
}
const carriedInto = (subscription: number) =>
  rows<{ week: number; minutes: number }>(
    `SELECT week, minutes FROM minute_entries WHERE subscription_id = ? AND kind = 'carry-over' ORDER BY week`,
    subscription,
  )
/** What the nightly proof says of minutes: of all, or of one subscription. The orders of these students were never posted. */
async function proof(of?: number) {
  const part = of === undefined ? WHOLE : { ...WHOLE, subscriptions: { from: of, to: of } }
  const findings = await proveLedger(openDb(bindings.DB), Date.now(), part)
  return findings.filter(({ what }) => what.includes('minutes'))
}

describe('what is left of a week', () => {
  it('comes into the next one, is spent first, and comes back with a cancelled lesson', async () => {
    const { tutor, student, subscription, slot } = await setUp()
    await book(student, { tutor, slot, start: at(DAY), duration: 15 })
    expect(await leftOf(student)).toEqual([45, 0])
    setNow(SECOND_WEEK)
    expect(await leftOf(student)).toEqual([105, 45])
    expect(await carriedInto(subscription)).toEqual([{ week: SECOND_WEEK, minutes: 45 }])
    const as = await again(student)
    const lesson = await book(as, { tutor, slot, start: at(WEEK + DAY) })
    expect(await leftOf(student)).toEqual([75, 15])
    const other = await book(as, { tutor, slot, start: at(WEEK + DAY + 1) })
    expect(await leftOf(student)).toEqual([45, 0])
    expect([await tryCancel(as, other), await tryCancel(as, lesson)]).toEqual(['ok', 'ok'])
    expect(await leftOf(student)).toEqual([105, 45])
    expect(await proof()).toEqual([])
  })

  it('ends with that week: what was carried is not carried again', async () => {
    const { student, subscription } = await setUp()
    expect(await leftOf(student)).toEqual([60, 0])
    setNow(SECOND_WEEK)
    expect(await leftOf(student)).toEqual([120, 60])
    setNow(SECOND_WEEK + hours(WEEK))
    expect(await leftOf(student)).toEqual([120, 60])
    expect((await carriedInto(subscription)).map((one) => one.minutes)).toEqual([60, 60])
  })

  it('is carried once, whoever comes first and however many at once: reads, bookings and the job', async () => {
    const { tutor, student, subscription, slot } = await setUp()
    await leftOf(student)
    setNow(SECOND_WEEK + hours(1))
    const as = await again(student)
    const booked = Array.from({ length: 5 }, (_, index) => tryBook(as, { tutor, slot, start: at(WEEK + DAY + index) }))
    const read = Array.from({ length: 10 }, () => leftOf(student))
    await Promise.all([...booked, ...read, triggerJob('renew-minutes'), triggerJob('renew-minutes')])
    expect((await Promise.all(booked)).toSorted()).toEqual(['no-enough-minutes', 'ok', 'ok', 'ok', 'ok'])
    expect(await carriedInto(subscription)).toEqual([{ week: SECOND_WEEK, minutes: 60 }])
    expect(await leftOf(student)).toEqual([0, 0])
    await triggerJob('renew-minutes')
    expect(await carriedInto(subscription)).toHaveLength(1)
    expect(await proof()).toEqual([])
  })

  it('is shown in the statement as an entry of the week into which it comes', async () => {
    const { student } = await setUp()
    await leftOf(student)
    setNow(SECOND_WEEK)
    const { list } = await expectOk<{ list: { kind: string; minutes: number; balance: number }[] }>(
      callApi('GET', `/student/${student.id}/minutes?size=10`, { as: await again(student) }),
    )
    expect(list.slice(0, 3).map(({ kind, minutes: added, balance }) => [kind, added, balance])).toEqual([
      ['grant', 60, 120],
      ['carry-over', 60, 60],
      ['grant', 60, 60],
    ])
  })

  it('of a week that nobody granted while it lasted counts as granted', async () => {
    const { student, subscription } = await setUp()
    await leftOf(student)
    setNow(SECOND_WEEK + hours(WEEK))
    await triggerJob('renew-minutes')
    expect(await leftOf(student)).toEqual([120, 60])
    const granted = `SELECT week FROM minute_entries WHERE subscription_id = ? AND kind = 'grant'`
    expect(await rows(granted, subscription)).toHaveLength(3)
    expect(await proof()).toEqual([])
  })

  it('does not wait for a lesson that is cancelled after the next week was granted', async () => {
    const { tutor, student, slot, subscription } = await setUp()
    const lesson = await book(student, { tutor, slot, start: SECOND_WEEK - minutes(30) })
    setNow(SECOND_WEEK)
    expect(await leftOf(student)).toEqual([90, 30])
    expect(await tryCancel(await again(student), lesson)).toBe('ok')
    expect(await leftOf(student)).toEqual([90, 30])
    await triggerJob('renew-minutes')
    expect(await carriedInto(subscription)).toHaveLength(1)
  })
})

describe('nothing is carried', () => {
  it('by a plan that does not allow it', async () => {
    const { student, subscription } = await setUp()
    await run('UPDATE subscriptions SET carries_over = 0 WHERE id = ?', subscription)
    await leftOf(student)
    setNow(SECOND_WEEK)
    await triggerJob('renew-minutes')
    expect(await leftOf(student)).toEqual([60, 0])
    expect(await carriedInto(subscription)).toEqual([])
  })

  it('into a coming week that is booked ahead: it counts its own grant alone', async () => {
    const { tutor, student, slot } = await setUp({ weeks: 2 })
    const { weeks } = await ownOf(student)
    expect(weeks.map(({ remainingMinutes }) => remainingMinutes)).toEqual([60, 60])
    for (const hour of [0, 1]) await book(student, { tutor, slot, start: at(WEEK + DAY + hour) })
    expect(await tryBook(student, { tutor, slot, start: at(WEEK + DAY + 2) })).toBe('no-enough-minutes')
    setNow(SECOND_WEEK)
    expect(await leftOf(student)).toEqual([60, 0])
    expect(await tryBook(await again(student), { tutor, slot, start: at(WEEK + DAY + 2) })).toBe('ok')
  })

  it('of what staff gave', async () => {
    const { tutor, student, slot } = await setUp()
    const admin = await newAdmin()
    const given = { minutes: 30, reason: 'هدية' }
    await expectOk(callApi('POST', `/student/${student.id}/minutes`, { as: admin, body: given }))
    expect(await leftOf(student)).toEqual([90, 0])
    await book(student, { tutor, slot, start: at(DAY), duration: 15 })
    setNow(SECOND_WEEK)
    expect(await leftOf(student)).toEqual([120, 60])
  })

  it('into the next period, which is a subscription of its own', async () => {
    const end = NOW + hours(WEEK)
    const { student } = await setUp({ end })
    const next = await subscribe(student, end, end + hours(4 * WEEK))
    await carries(next)
    expect(await leftOf(student)).toEqual([60, 0])
    setNow(end + 1)
    await triggerJob('renew-minutes')
    expect(await leftOf(student)).toEqual([60, 0])
    expect(await carriedInto(next)).toEqual([])
  })

  it('by the free trial, which a guard keeps from it', async () => {
    const student = await verifiedStudent()
    await expect(run('UPDATE subscriptions SET carries_over = 1 WHERE user_id = ?', student.id)).rejects.toThrow(
      'subscriptions_carry',
    )
  })
})

describe('a subscription', () => {
  it('is refunded the same, whichever minutes paid for its lessons', async () => {
    const { student, subscription } = await setUp()
    const [admin, tutor] = await Promise.all([newAdmin(), onboardedTutor()])
    await leftOf(student)
    setNow(at(WEEK + DAY + 2))
    await leftOf(student)
    const lessonId = await insertLesson({ tutor, student, start: at(WEEK + DAY), attended: true })
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', -30, ?, ?)`,
      subscription,
      SECOND_WEEK,
      lessonId,
      at(WEEK),
    )
    expect(await leftOf(student)).toEqual([90, 30])
    const { refundAmount } = await expectOk<{ refundAmount: number }>(
      callApi('GET', `/sub/${subscription}/refund`, { as: await again(admin) }),
    )
    expect(refundAmount).toBe(100_000 - 7_500)
  })

  it('keeps what its plan allowed when it was bought, and plans allow it where admins say so', async () => {
    const admin = await newAdmin()
    const draft = {
      weeklyMinutes: 60,
      baseMonthlyPrice: 100_000,
      monthDiscount: 0,
      quarterDiscount: 0,
      yearDiscount: 0,
      forInvitesOnly: false,
      active: true,
    }
    const create = (more: object) => callApi('POST', '/plan/', { as: admin, body: { ...draft, ...more } })
    expect(await expectOk(create({}))).toMatchObject({ carriesOver: false })
    expect(await expectOk(create({ carriesOver: true }))).toMatchObject({ carriesOver: true })
    expect(await outcome(create({ carriesOver: 'yes' }))).toBe('bad-request')
    const { student } = await setUp()
    expect((await ownOf(student)).info?.carriesOver).toBe(true)
  })
})

it('carries every week of a year once, day by day, through both changes of the clock', async () => {
  const student = await verifiedStudent()
  const end = subscriptionEnd(NOW, PlanPeriod.Year)
  const subscription = await subscribe(student, NOW, end)
  await run('UPDATE subscriptions SET period = ?, carries_over = 1 WHERE id = ?', PlanPeriod.Year, subscription)
  const term = { period: PlanPeriod.Year, start: NOW, end }
  for (let day = 0; day < 364; day++) {
    setNow(plusDays(NOW, day))
    await triggerJob('renew-minutes')
    if (day % 13 === 0)
      expect(await leftOf(student)).toEqual(minutesWeekOf(term, Date.now()).index === 0 ? [60, 0] : [120, 60])
  }
  const carried = await carriedInto(subscription)
  expect(carried).toHaveLength(51)
  expect(carried.every((one) => one.minutes === 60)).toBe(true)
  const granted = `SELECT week FROM minute_entries WHERE subscription_id = ? AND kind = 'grant' ORDER BY week`
  const weeks = (await rows<{ week: number }>(granted, subscription)).map(({ week }) => week)
  expect(weeks).toHaveLength(52)
  expect(carried.map(({ week }) => week)).toEqual(weeks.slice(1))
  expect(new Set(weeks.slice(1).map((week, index) => (week - (weeks[index] ?? 0)) / hours(1)))).toEqual(
    new Set([WEEK - 1, WEEK, WEEK + 1]),
  )
  expect(await proof()).toEqual([])
}, 60_000)

/** One step of a random life: the clock moves on, then something is tried. */
const step = fc.record({
  hours: fc.integer({ min: 0, max: 50 }),
  does: fc.constantFrom('book', 'book', 'book', 'cancel', 'give', 'renew'),
  ahead: fc.integer({ min: 1, max: 14 * 24 }),
  quarters: fc.constantFrom<1 | 2>(1, 2),
})

/** What the rules say is left of each week, by the entries of the ledger that are neither grants nor carried. */
async function expectedOf(subscription: number, carriesOver: boolean) {
  const term = { period: PlanPeriod.Month, start: NOW, end: NOW + hours(4 * WEEK) }
  type Entry = { week: number; kind: string; minutes: number }
  const entries = await rows<Entry>(
    `SELECT week, kind, minutes FROM minute_entries WHERE subscription_id = ? AND kind IN ('booking', 'return', 'adjustment')`,
    subscription,
  )
  const sumsAt = (instant: number): WeekSums => {
    const week = minutesWeekOf(term, instant)
    const before = weekBefore(term, week)
    const carried = before === null ? 0 : carriedOver(sumsAt(before), { carriesOver })
    const own = entries.filter((one) => one.week === week.start)
    const sum = (of: Entry[]) => of.reduce((total, one) => total + one.minutes, 0)
    const spent = -sum(own.filter(({ kind }) => kind !== 'adjustment')) + 0
    return { remaining: 60 + carried + sum(own), granted: 60, carried, toppedUp: 0, referred: 0, spent }
  }
  return sumsAt(Date.now())
}

it('agrees with the rules in random lives, and never goes below zero', async () => {
  const admin = await newAdmin()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), fc.boolean(), async (life, carriesOver) => {
      setNow(NOW)
      const { tutor, student, subscription, slot } = await setUp({ weeks: 2 })
      await run('UPDATE subscriptions SET carries_over = ? WHERE id = ?', carriesOver ? 1 : 0, subscription)
      const booked: Lesson[] = []
      for (const { hours: passed, does, ahead, quarters } of life) {
        if (Date.now() + hours(passed) >= NOW + hours(4 * WEEK) - 1) break
        setNow(Date.now() + hours(passed))
        const as = await again(student)
        const before = await ownOf(student)
        if (does === 'book') {
          const lesson = { tutor, slot, start: Date.now() + hours(ahead), duration: quarters * 15 }
          const answer = await callApi('POST', '/lesson/', {
            as,
            body: {
              tutorId: tutor.id,
              slotId: slot.id,
              start: new Date(lesson.start).toISOString(),
              duration: lesson.duration,
            },
          })
          if (answer.status === 200) booked.push(answer.body as Lesson)
          else if (answer.code === 'no-enough-minutes')
            expect(Math.min(...before.weeks.map(({ remainingMinutes }) => remainingMinutes))).toBeLessThan(
              lesson.duration,
            )
        } else if (does === 'cancel') {
          const lesson = booked.pop()
          if (lesson) await tryCancel(as, lesson)
        } else if (does === 'give') {
          const given = { minutes: quarters * 15, reason: 'هدية' }
          await expectOk(callApi('POST', `/student/${student.id}/minutes`, { as: await again(admin), body: given }))
        } else if (does === 'renew') await triggerJob('renew-minutes')
        const expected = await expectedOf(subscription, carriesOver)
        expect(await leftOf(student)).toEqual([expected.remaining, carriedLeft(expected)])
      }
      expect(await proof(subscription)).toEqual([])
    }),
    // A shorter life that fails, too, would open hundreds of objects.
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)
