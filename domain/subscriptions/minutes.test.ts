import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, localTime } from '../cairo.ts'
import {
  bookableWeeks,
  bookingWindow,
  earliestPaidWeek,
  endsInside,
  FREE_TRIAL_MINUTES,
  grantOf,
  minutesWeekOf,
  payingWeek,
  whyNotBookingWeeks,
  whyNotUpcomingLessons,
} from './minutes.ts'
import { PERIOD_WEEKS, PlanPeriod, subscriptionEnd } from './periods.ts'

const subscribe = (text: string, period: PlanPeriod = PlanPeriod.Month) => {
  const start = fromIso(text)
  return { period, start, end: subscriptionEnd(start, period), weeklyMinutes: 60, bookingWeeks: 1 }
}
/** Wednesday 15:20 in Cairo. */
const month = subscribe('2026-11-04T13:20:00Z')
const turns = ['2026-11-04T03:00:00Z', '2026-11-11T03:00:00Z', '2026-11-18T03:00:00Z', '2026-11-25T03:00:00Z']
const [first = 0, second = 0, , fourth = 0] = turns.map(fromIso)
const trial = { ...subscribe('2026-11-04T13:20:00Z', PlanPeriod.FreeTrial), weeklyMinutes: FREE_TRIAL_MINUTES }

describe('the weeks of a paid subscription', () => {
  it('begin at 05:00 on the weekday of its start', () => {
    expect(minutesWeekOf(month, month.start)).toEqual({ index: 0, start: first, end: second })
    expect(minutesWeekOf(month, second - 1).index).toBe(0)
    expect(minutesWeekOf(month, second).index).toBe(1)
  })

  it('are four in a month, the last of which extends to the end', () => {
    const last = { index: 3, start: fourth, end: month.end }
    for (const at of [fourth, month.end - 1, month.end, month.end + 1]) expect(minutesWeekOf(month, at)).toEqual(last)
  })

  it('are consecutive and as many as the period has, also across clock changes', () => {
    const starts = fc.integer({ min: fromIso('2023-01-01T00:00:00Z'), max: fromIso('2031-01-01T00:00:00Z') })
    const periods = fc.constantFrom(PlanPeriod.Month, PlanPeriod.Quarter, PlanPeriod.Year)
    fc.assert(
      fc.property(starts, periods, (start, period) => {
        const subscription = { period, start, end: subscriptionEnd(start, period) }
        let week = minutesWeekOf(subscription, start)
        expect(week.start).toBeLessThanOrEqual(start)
        for (let index = 1; index < PERIOD_WEEKS[period]; index++) {
          expect(week.start).toBeGreaterThan(earliestPaidWeek(week.end))
          expect(localTime(week.end)).toMatchObject({ hour: 5, minute: 0 })
          const next = minutesWeekOf(subscription, week.end)
          expect(next).toMatchObject({ index, start: week.end })
          week = next
        }
        expect(week.start).toBeGreaterThan(earliestPaidWeek(week.end))
        expect(week.end).toBe(subscription.end)
        expect(minutesWeekOf(subscription, subscription.end)).toEqual(week)
      }),
      { numRuns: 60 },
    )
  })

  it('begin on the day before for a start before 05:00', () => {
    const night = subscribe('2026-11-04T02:59:00Z')
    expect(minutesWeekOf(night, night.start).start).toBe(fromIso('2026-11-03T03:00:00Z'))
    expect(minutesWeekOf(night, night.end).index).toBe(3)
  })
})

describe('minutes', () => {
  const grant = grantOf(month, month.start)

  it('are granted once per week', () => {
    expect(grant).toEqual({ week: first, minutes: 60 })
    expect(grantOf(month, second - 1)).toEqual(grant)
    expect(grantOf(month, second)).toEqual({ week: second, minutes: 60 })
  })
})

describe('the free trial', () => {
  it('is a single week for its whole duration', () => {
    const { start, end } = trial
    for (const at of [start, second, fromIso('2027-06-01T00:00:00Z'), end]) {
      expect(minutesWeekOf(trial, at)).toEqual({ index: 0, start, end })
      expect(grantOf(trial, at)).toEqual({ week: start, minutes: FREE_TRIAL_MINUTES })
    }
  })

  it('allows lessons until 05:00 a week after the day of now', () => {
    const now = fromIso('2026-11-21T10:00:00Z')
    expect(bookingWindow(trial, null, now)).toEqual({
      start: fromIso('2026-11-21T03:00:00Z'),
      end: fromIso('2026-11-28T03:00:00Z'),
    })
  })
})

describe('the range in which a lesson must end', () => {
  it('is the current week, including its exact start and end', () => {
    const window = bookingWindow(month, null, month.start)
    expect([second - 1, second, second + 1].map((end) => endsInside(window, end))).toEqual([true, true, false])
    expect([first - 1, first].map((end) => endsInside(window, end))).toEqual([false, true])
  })

  it('is as many weeks as the subscription allows, each of which pays for the lessons that end in it', () => {
    const weeks = bookableWeeks({ ...month, bookingWeeks: 3 }, null, second)
    expect(weeks.map(({ index }) => index)).toEqual([1, 2, 3])
    expect(bookableWeeks({ ...month, bookingWeeks: 2 }, null, second).map(({ index }) => index)).toEqual([1, 2])
    expect(bookableWeeks({ ...month, bookingWeeks: 4 }, null, fourth).map(({ index }) => index)).toEqual([3])
    expect(bookingWindow({ ...month, bookingWeeks: 4 }, null, second)).toEqual({ start: second, end: month.end })
    expect(bookableWeeks({ ...trial, bookingWeeks: 4 }, null, second)).toHaveLength(1)
    const paying = [fourth - 1, fourth, fourth + 1, month.end].map((end) => payingWeek(weeks, end)?.index)
    expect(paying).toEqual([2, 2, 3, 3])
    expect(payingWeek([], fourth)).toBeUndefined()
  })

  it('is of one to four weeks, with one to eight lessons', () => {
    const refused = (whyNot: (count: number) => unknown) =>
      [0, 1, 4, 5, 8, 9, 1.5, -1].filter((count) => whyNot(count) !== null)
    expect(refused(whyNotBookingWeeks)).toEqual([0, 5, 8, 9, 1.5, -1])
    expect(refused(whyNotUpcomingLessons)).toEqual([0, 9, 1.5, -1])
  })

  it('never extends beyond the subscription', () => {
    expect(bookingWindow(month, null, month.end).end).toBe(month.end)
    const ending = { ...trial, end: fromIso('2026-11-22T00:00:00Z') }
    expect(bookingWindow(ending, null, fromIso('2026-11-21T10:00:00Z')).end).toBe(ending.end)
  })
})
