import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  days,
  hours,
  type Instant,
  type localDay,
  localTime,
  minutes,
  QUARTER_MS,
  weekdayOf,
} from '../cairo.ts'
import { PlanPeriod, subscriptionEnd } from '../subscriptions/periods.ts'
import {
  endAfterNotice,
  hasBegun,
  isAsked,
  lastReservedDay,
  occurrenceOn,
  occurrencesAfter,
  overlapWeekly,
  standingOf,
  whyNotAsked,
  whyNotWeeklyTime,
  whyOfRefusal,
} from './standing-times.ts'

const TUESDAY = 2
const ADULT = { birthYear: 1990, hasGuardian: false }
const at = (text: string): Instant => Date.parse(text)
const time = (weekday: number, hour: number, duration = 30) => ({ weekday, minute: hour * 60, duration })
const NOW = at('2026-11-03T12:00:00+02:00')
const plan = {
  period: PlanPeriod.Month,
  start: NOW - days(1),
  end: subscriptionEnd(NOW - days(1), PlanPeriod.Month),
  terminatedAt: null,
  standingTimes: true,
  weeklyMinutes: 60,
}
const weeklyTimes = fc.record({
  weekday: fc.integer({ min: 0, max: 6 }),
  minute: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  duration: fc.constantFrom(15, 30),
})
/** Some years with their clock changes. */
const instants = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2031-12-31T00:00:00Z') })

describe('a weekly time (docs/rules/lessons.md 15.1)', () => {
  it('is on the quarter hour of one of seven days, for 15 or 30 minutes', () => {
    expect(whyNotWeeklyTime(time(6, 23.75, 15))).toBeNull()
    for (const wrong of [time(7, 18), time(-1, 18), time(2, 24), time(2, 18.1), time(2, 18, 45), time(2, -1)])
      expect(whyNotWeeklyTime(wrong)).toBe('bad-request')
  })

  it('overlaps another also across the end of the week, and touches without overlapping', () => {
    expect(overlapWeekly(time(TUESDAY, 18), time(TUESDAY, 18.25))).toBe(true)
    expect(overlapWeekly(time(TUESDAY, 18), time(TUESDAY, 18.5))).toBe(false)
    expect(overlapWeekly(time(TUESDAY, 18, 15), time(TUESDAY, 18.25))).toBe(false)
    expect(overlapWeekly(time(6, 23.75), time(0, 0))).toBe(true)
    expect(overlapWeekly(time(6, 23.75, 15), time(0, 0))).toBe(false)
    expect(overlapWeekly(time(TUESDAY, 18), time(3, 18))).toBe(false)
  })

  it('overlaps the same whichever of the two is asked', () => {
    fc.assert(
      fc.property(weeklyTimes, weeklyTimes, (one, other) => {
        expect(overlapWeekly(one, other)).toBe(overlapWeekly(other, one))
        expect(overlapWeekly(one, one)).toBe(true)
      }),
    )
  })
})

describe('asking for a standing time (docs/rules/lessons.md 15.1, 15.2)', () => {
  const ask = (more: object = {}) =>
    whyNotAsked({ student: ADULT, time: time(TUESDAY, 18), subscription: plan, own: [], taken: [], now: NOW, ...more })

  it('takes a running plan that allows it', () => {
    expect(ask()).toBeNull()
    expect(ask({ subscription: null })).toBe('subscription-required')
    expect(ask({ subscription: { ...plan, period: PlanPeriod.FreeTrial } })).toBe('subscription-required')
    expect(ask({ subscription: { ...plan, terminatedAt: NOW } })).toBe('subscription-required')
    expect(ask({ subscription: { ...plan, standingTimes: false } })).toBe('standing-times-not-included')
    expect(ask({ time: time(TUESDAY, 18, 20) })).toBe('bad-request')
  })

  it('three at the most, and as many as fit the weekly minutes', () => {
    const own = [time(0, 9), time(1, 9, 15), time(3, 9, 15)]
    expect(ask({ own, subscription: { ...plan, weeklyMinutes: 900 } })).toBe('standing-limit-reached')
    expect(ask({ own: own.slice(0, 2) })).toBe('no-enough-minutes')
    expect(ask({ own: own.slice(0, 1) })).toBeNull()
  })

  it('beside what the student and others have', () => {
    expect(ask({ own: [time(TUESDAY, 18.25, 15)] })).toBe('conflicting-lessons')
    expect(ask({ taken: [time(TUESDAY, 17.75)] })).toBe('standing-time-taken')
    expect(ask({ taken: [time(TUESDAY, 17.5), time(TUESDAY, 18.5)] })).toBeNull()
  })

  it('is answered until its end, which is excluded', () => {
    const request = { state: 'asked' as const, askedUntil: NOW }
    expect(isAsked(request, NOW - 1)).toBe(true)
    expect(isAsked(request, NOW)).toBe(false)
    expect(isAsked({ ...request, state: 'declined' }, NOW - 1)).toBe(false)
  })
})

describe('the weeks of a standing time (docs/rules/lessons.md 15.4)', () => {
  it('keep the hour on the clock when the clocks change', () => {
    // Cairo goes back an hour on 30 October 2026, and forward on 30 April 2027.
    const starts = ['2026-10-27', '2026-11-03'].map(
      (day) => occurrenceOn(day as `${number}-${number}-${number}`, time(TUESDAY, 18)).start,
    )
    expect(starts).toEqual([at('2026-10-27T18:00:00+03:00'), at('2026-11-03T18:00:00+02:00')])
  })

  it('do not exist in the hour that spring skips, and are the first in the one that autumn repeats', () => {
    const spring = occurrenceOn('2027-04-30', time(5, 0.5))
    expect(spring.exists).toBe(false)
    const autumn = occurrenceOn('2026-10-29', time(4, 23.25))
    expect(autumn).toMatchObject({ exists: true, start: at('2026-10-29T23:15:00+03:00') })
  })

  it('are the four to come, each once, however the days are stored', () => {
    fc.assert(
      fc.property(weeklyTimes, instants, (weekly, now) => {
        const all = occurrencesAfter('0000-01-01', weekly, now)
        expect(all.length).toBeGreaterThanOrEqual(3)
        expect(all.length).toBeLessThanOrEqual(4)
        for (const { day, start, end, exists } of all) {
          expect(weekdayOf(day)).toBe(weekly.weekday)
          expect(start).toBeGreaterThan(now)
          expect(end - start).toBe(minutes(weekly.duration))
          expect(start % QUARTER_MS).toBe(0)
          const wall = localTime(start)
          if (exists) expect([wall.day, wall.hour * 60 + wall.minute]).toEqual([day, weekly.minute])
          expect(day <= lastReservedDay(now)).toBe(true)
        }
        // A week later one is new, and those that were stored are not stored again.
        const later = occurrencesAfter(lastReservedDay(now), weekly, now + days(7))
        expect(later.every(({ day }) => !all.some((one) => one.day === day))).toBe(true)
        expect(later.length).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('follow each other without a gap over a year, whenever the job runs', () => {
    fc.assert(
      fc.property(
        weeklyTimes,
        instants,
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }),
        (weekly, begin, pauses) => {
          let now = begin
          let reservedTo: ReturnType<typeof lastReservedDay> = '0000-01-01'
          const stored: string[] = []
          for (const pause of [0, ...pauses]) {
            now += hours(pause * 20)
            stored.push(...occurrencesAfter(reservedTo, weekly, now).map(({ day }) => day))
            reservedTo = lastReservedDay(now)
          }
          const [first] = stored
          const expected = stored.map((_, index) => first && addDays(first as ReturnType<typeof localDay>, index * 7))
          expect(stored).toEqual(expected)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('end after a notice of a week on the clock', () => {
    expect(endAfterNotice(at('2026-10-27T18:00:00+03:00'))).toBe(at('2026-11-03T18:00:00+02:00'))
  })
})

describe('the minutes of a week (docs/rules/lessons.md 15.6, 15.7)', () => {
  // Monday at noon: weeks begin on Mondays at 05:00.
  const week = (text: string) => ({ start: at(text), end: at(text) + minutes(30) })

  it('have come when the week has begun that pays for it', () => {
    expect(standingOf([plan], week('2026-11-08T18:00:00+02:00'), NOW)).toBe('begun')
    expect(standingOf([plan], week('2026-11-09T04:30:00+02:00'), NOW)).toBe('begun')
    const next = week('2026-11-09T05:00:00+02:00')
    expect(standingOf([plan], next, NOW)).toBe('later')
    expect(hasBegun(plan, next, at('2026-11-09T05:00:00+02:00') - 1)).toBe(false)
    expect(hasBegun(plan, next, at('2026-11-09T05:00:00+02:00'))).toBe(true)
  })

  it('come from a plan that allows standing times and covers the lesson', () => {
    const lesson = { start: plan.end - minutes(30), end: plan.end }
    expect(standingOf([plan], lesson, NOW)).toBe('later')
    expect(standingOf([plan], { start: plan.end, end: plan.end + minutes(30) }, NOW)).toBe('no-plan')
    const next = { ...plan, start: plan.end, end: subscriptionEnd(plan.end, PlanPeriod.Month) }
    expect(standingOf([plan, next], { start: plan.end, end: plan.end + minutes(30) }, NOW)).toBe('later')
    for (const change of [{ standingTimes: false }, { terminatedAt: NOW }, { period: PlanPeriod.FreeTrial }])
      expect(standingOf([{ ...plan, ...change }], lesson, NOW)).toBe('no-plan')
  })

  it('are missing for a reason that people can read', () => {
    expect(whyOfRefusal('no-enough-minutes')).toBe('no-minutes')
    expect(whyOfRefusal('reached-booking-limit')).toBe('limit')
    expect(whyOfRefusal('conflicting-lessons')).toBe('conflict')
    expect(whyOfRefusal('subscription-required')).toBe('no-plan')
    expect(whyOfRefusal('slot-not-found')).toBe('no-slot')
    expect(whyOfRefusal('busy-tutor')).toBe('taken')
    expect(whyOfRefusal('bad-request')).toBe('missed')
  })
})
