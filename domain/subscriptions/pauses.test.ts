/** Pauses of a plan (docs/rules/minutes.md 10.1 to 10.8). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween, fromIso, hours, type Instant, localDay, localTime, plusDays, type TimeRange } from '#domain/cairo'
import { weekBefore } from './carry-over.ts'
import { endsInPause, isPausedAt, type MinutesOwner, minutesWeekOf } from './minutes.ts'
import {
  allowedWeeks,
  endedEarly,
  hasPause,
  losesItsWeek,
  movedTerms,
  PAUSE,
  pauseOf,
  pauseStart,
  weeksOf,
  whyNotPausable,
} from './pauses.ts'
import { PERIOD_WEEKS, PlanPeriod, subscriptionEnd } from './periods.ts'

/** A Wednesday at 13:00 in Cairo; weeks begin on Wednesdays at 05:00. */
const START = fromIso('2026-02-11T11:00:00Z')
const WEEK = hours(7 * 24)
const weekStart = (index: number) => plusDays(START - hours(8), index * 7)

const planOf = (period: PlanPeriod, start = START) => ({
  period,
  start,
  end: subscriptionEnd(start, period),
  terminatedAt: null,
  pausable: true,
  pausedFrom: null as Instant | null,
  pausedUntil: null as Instant | null,
})
type Plan = ReturnType<typeof planOf>
const month = planOf(PlanPeriod.Month)
const ask = (weeks: number, isByStaff = false) => ({ weeks, isByStaff })

describe('a pause', () => {
  it('begins with the next minutes week, and not in the last one', () => {
    expect(pauseStart(month, START)).toBe(weekStart(1))
    expect(pauseStart(month, weekStart(1) - 1)).toBe(weekStart(1))
    expect(pauseStart(month, weekStart(1))).toBe(weekStart(2))
    expect(pauseStart(month, weekStart(3) - 1)).toBe(weekStart(3))
    expect(pauseStart(month, weekStart(3))).toBeNull()
    expect(pauseStart(month, month.end - 1)).toBeNull()
  })

  it('has whole weeks, and keeps 05:00 in Cairo where clocks change', () => {
    const pause = pauseOf(fromIso('2026-04-22T03:00:00Z'), 3)
    expect([localTime(pause.start).hour, localTime(pause.end).hour]).toEqual([5, 5])
    expect(weeksOf(pause)).toBe(3)
    expect(weeksOf({ start: 0, end: 0 })).toBe(0)
  })

  it('is refused without a plan, in the trial, in its last week, beyond three weeks, and while there is one', () => {
    const why = (plan: Plan | null, weeks: number, now = START) => whyNotPausable(plan, [], ask(weeks), now)
    expect(why(month, 1)).toBeNull()
    expect(why(month, 3)).toBeNull()
    expect(why(month, 4)).toBe('illegal')
    expect(why(null, 1)).toBe('subscription-required')
    expect(why(planOf(PlanPeriod.FreeTrial), 1)).toBe('subscription-required')
    expect(why(month, 1, weekStart(3))).toBe('illegal')
    expect(why({ ...month, pausable: false }, 1)).toBe('illegal')
    const paused = { ...month, pausedFrom: weekStart(1), pausedUntil: weekStart(2) }
    expect(why(paused, 1)).toBe('subscription-paused')
    expect(why(paused, 1, weekStart(2) - 1)).toBe('subscription-paused')
    expect(why(paused, 1, weekStart(2))).toBeNull()
    expect(hasPause(month, START)).toBe(false)
  })

  it('is three weeks a quarter at most, in two pieces', () => {
    const one = pauseOf(weekStart(1), 1)
    expect(allowedWeeks([], weekStart(3))).toBe(3)
    expect(allowedWeeks([one], weekStart(3))).toBe(2)
    expect(allowedWeeks([one, pauseOf(weekStart(3), 1)], weekStart(5))).toBe(0)
    expect(allowedWeeks([pauseOf(weekStart(1), 3)], weekStart(5))).toBe(0)
    expect(allowedWeeks([{ start: one.start, end: one.start }], weekStart(3))).toBe(3)
    const year = planOf(PlanPeriod.Year)
    expect(whyNotPausable(year, [one], ask(3), weekStart(4))).toBe('illegal')
    expect(whyNotPausable(year, [one], ask(2), weekStart(4))).toBeNull()
  })

  it('counts until thirteen weeks after its beginning', () => {
    const known = [pauseOf(weekStart(1), 3)]
    expect(allowedWeeks(known, weekStart(13))).toBe(0)
    expect(allowedWeeks(known, weekStart(14) - 1)).toBe(0)
    expect(allowedWeeks(known, weekStart(14))).toBe(3)
  })

  it('by staff may exceed that, and be of any plan, but for three weeks at most and one at a time', () => {
    const known = [pauseOf(weekStart(1), 3)]
    const why = (plan: Plan, weeks: number) => whyNotPausable(plan, known, ask(weeks, true), weekStart(5))
    const year = planOf(PlanPeriod.Year)
    expect(why(year, 3)).toBeNull()
    expect(why({ ...year, pausable: false }, 3)).toBeNull()
    expect(why(year, 4)).toBe('illegal')
    expect(why({ ...year, pausedFrom: weekStart(5), pausedUntil: weekStart(8) }, 1)).toBe('subscription-paused')
  })

  it('ends early where it would begin, or with the week that lasts', () => {
    const pause = pauseOf(weekStart(1), 3)
    const paused = movedTerms(planOf(PlanPeriod.Quarter), null, { before: null, after: pause }).subscription
    expect(endedEarly(paused, pause, weekStart(1) - 1)).toBe(weekStart(1))
    expect(endedEarly(paused, pause, weekStart(1))).toBe(weekStart(2))
    expect(endedEarly(paused, pause, weekStart(3) - 1)).toBe(weekStart(3))
    expect(endedEarly(paused, pause, weekStart(3))).toBeNull()
    expect(endedEarly(paused, pause, weekStart(4))).toBeNull()
    expect(endedEarly(paused, { start: pause.start, end: pause.start }, START)).toBeNull()
  })
})

describe('what a pause moves', () => {
  const pause = pauseOf(weekStart(1), 2)
  const waiting = planOf(PlanPeriod.Month, month.end)
  const moved = movedTerms(month, waiting, { before: null, after: pause })

  it('is the end, by its length, and the next period with it', () => {
    expect(moved.subscription).toMatchObject({
      end: plusDays(month.end, 14),
      pausedFrom: weekStart(1),
      pausedUntil: weekStart(3),
    })
    expect(moved.waiting).toMatchObject({ start: moved.subscription.end, end: plusDays(waiting.end, 14) })
  })

  it('moves back by what is left out of it', () => {
    const shorter = movedTerms(moved.subscription, moved.waiting, {
      before: pause,
      after: { start: pause.start, end: weekStart(2) },
    })
    expect(shorter.subscription).toMatchObject({ end: plusDays(month.end, 7), pausedUntil: weekStart(2) })
    const undone = movedTerms(moved.subscription, moved.waiting, {
      before: pause,
      after: { start: pause.start, end: pause.start },
    })
    expect(undone).toEqual({ subscription: month, waiting })
  })

  it('are lessons in its weeks, to the end of the last one, and those that another plan would pay for', () => {
    const before = { subscription: month, waiting }
    const loses = (lessonEnd: Instant) => losesItsWeek(before, moved, lessonEnd)
    expect(loses(weekStart(1))).toBe(false)
    expect(loses(weekStart(1) + 1)).toBe(true)
    expect(loses(weekStart(3))).toBe(true)
    expect(loses(weekStart(3) + 1)).toBe(false)
    // Paid from the last week as it was, which goes on.
    expect(loses(month.end)).toBe(false)
    // What the next period would have paid for lies before it now.
    expect(loses(month.end + 1)).toBe(true)
    expect(loses(moved.subscription.end)).toBe(true)
    expect(loses(moved.subscription.end + 1)).toBe(false)
    expect(loses(waiting.end + 1)).toBe(false)
  })

  it('are, when it is undone, lessons after the earlier end', () => {
    const after = { subscription: month, waiting: null }
    const before = { subscription: moved.subscription, waiting: null }
    expect(losesItsWeek(before, after, weekStart(4))).toBe(false)
    // Its week is none of the plan any more, whose last one lasts until then.
    expect(losesItsWeek(before, after, month.end)).toBe(true)
    expect(losesItsWeek(before, after, month.end + 1)).toBe(true)
  })

  it('are lessons whose week is paused, also after its seven days', () => {
    const last = movedTerms(month, null, { before: null, after: pauseOf(weekStart(3), 1) })
    const loses = (lessonEnd: Instant) => losesItsWeek({ subscription: month, waiting: null }, last, lessonEnd)
    expect([weekStart(3), month.end].map(loses)).toEqual([false, true])
  })

  it('is not the week before: what is left of it comes into the first week after', () => {
    const { subscription } = moved
    expect(weekBefore(subscription, minutesWeekOf(subscription, weekStart(3)))).toBe(weekStart(0))
    expect(weekBefore(subscription, minutesWeekOf(subscription, weekStart(4)))).toBe(weekStart(3))
    expect(weekBefore(subscription, minutesWeekOf(subscription, weekStart(1)))).toBe(weekStart(0))
  })
})

it('a paused week holds the end of a lesson that ends with it, not of one that ends where it begins', () => {
  const paused = { pausedFrom: weekStart(1), pausedUntil: weekStart(2) }
  expect([weekStart(1), weekStart(1) + 1, weekStart(2), weekStart(2) + 1].map((at) => endsInPause(paused, at))).toEqual(
    [false, true, true, false],
  )
  expect(isPausedAt(paused, weekStart(1))).toBe(true)
  expect(isPausedAt(paused, weekStart(2))).toBe(false)
  expect(isPausedAt({ pausedFrom: null, pausedUntil: null }, START)).toBe(false)
  expect(isPausedAt({}, START)).toBe(false)
})

/** One life: whole days pass, then a pause is asked for, or the latest one is ended. */
const steps = fc.array(fc.record({ days: fc.nat(20), weeks: fc.integer({ min: 1, max: 3 }), ends: fc.boolean() }), {
  maxLength: 40,
})
const starts = fc.integer({ min: 0, max: 364 * 24 }).map((at) => START + hours(at))
const periods = fc.constantFrom(PlanPeriod.Month, PlanPeriod.Quarter, PlanPeriod.Year)

type Life = { plan: Plan; waiting: Plan; pauses: TimeRange[] }

/** Lives by the rules, and passes each day to `each`. */
function live(
  first: Plan,
  life: { days: number; weeks: number; ends: boolean }[],
  each: (life: Life, now: Instant) => void,
) {
  let plan = first
  let waiting = planOf(PlanPeriod.Month, first.end)
  const pauses: TimeRange[] = []
  let now = first.start
  const move = (before: TimeRange | null, after: TimeRange) => {
    const moved = movedTerms(plan, waiting, { before, after })
    plan = moved.subscription
    waiting = moved.waiting ?? waiting
  }
  const pass = (count: number) => {
    for (let day = 0; day < count && plusDays(now, 1) < plan.end; day++) {
      now = plusDays(now, 1)
      each({ plan, waiting, pauses }, now)
    }
  }
  each({ plan, waiting, pauses }, now)
  for (const { days, weeks, ends } of life) {
    pass(days)
    const latest = pauses.at(-1)
    const end = ends && latest ? endedEarly(plan, latest, now) : null
    const start = pauseStart(plan, now)
    if (latest && end !== null) {
      const after = { start: latest.start, end }
      move(latest, after)
      pauses[pauses.length - 1] = after
    } else if (start !== null && whyNotPausable(plan, pauses, ask(weeks), now) === null) {
      move(null, pauseOf(start, weeks))
      pauses.push(pauseOf(start, weeks))
    }
    each({ plan, waiting, pauses }, now)
  }
  pass(1000)
  return { plan, waiting, pauses }
}

const pausedWeeks = (pauses: readonly TimeRange[]) => pauses.reduce((sum, one) => sum + weeksOf(one), 0)

describe('random pauses, day by day to the end of the plan', () => {
  it('lengthen the plan by what was paused, and never a quarter by more than 21 days', () => {
    fc.assert(
      fc.property(starts, periods, steps, (start, period, life) => {
        const { plan, waiting, pauses } = live(planOf(period, start), life, (at) => {
          const length = daysBetween(localDay(at.plan.start), localDay(at.plan.end))
          expect(length).toBe((PERIOD_WEEKS[period] + pausedWeeks(at.pauses)) * 7)
          expect(at.waiting.start).toBe(at.plan.end)
        })
        expect(daysBetween(localDay(waiting.start), localDay(waiting.end))).toBe(28)
        const lasting = pauses.filter((one) => one.end > one.start)
        const overlap = (one: TimeRange, other: TimeRange) =>
          Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
        for (const { start: from } of lasting.flatMap((one) => [one, { start: plusDays(one.end, -91) }])) {
          const quarter = { start: from, end: plusDays(from, PAUSE.quarterWeeks * 7) }
          const paused = lasting.reduce((sum, one) => sum + overlap(one, quarter), 0)
          expect(paused).toBeLessThanOrEqual(3 * WEEK + hours(2))
        }
        for (const one of lasting) {
          const begun = lasting.filter(({ start: at }) => at <= one.start && at > plusDays(one.start, -91))
          expect(begun.length).toBeLessThanOrEqual(PAUSE.pieces)
        }
        expect(plan.start).toBe(start)
      }),
    )
  })

  it('leave as many weeks to grant as were bought, each once, and none that is paused', () => {
    fc.assert(
      fc.property(starts, periods, steps, (start, period, life) => {
        const granted = new Set<Instant>()
        const kept: MinutesOwner = planOf(period, start)
        const { plan, pauses } = live(planOf(period, start), life, (at, now) => {
          const week = minutesWeekOf(at.plan, now)
          if (!isPausedAt(at.plan, week.start)) granted.add(week.start)
        })
        expect(granted.size).toBe(PERIOD_WEEKS[period])
        for (const week of granted) expect(pauses.some((one) => one.start <= week && week < one.end)).toBe(false)
        expect(plan.end).toBeGreaterThanOrEqual(kept.end)
      }),
    )
  })
})
