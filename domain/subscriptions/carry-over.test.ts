import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours, type Instant, minutesWeek, plusDays } from '../cairo.ts'
import { carriedLeft, carriedOver, WEEK_LENGTH, type WeekSums, weekBefore } from './carry-over.ts'
import { minutesWeekOf } from './minutes.ts'
import { type PaidPeriod, PlanPeriod, subscriptionEnd } from './periods.ts'

const plan = { carriesOver: true }
const sums = (more: Partial<WeekSums>): WeekSums => ({
  remaining: 0,
  granted: 120,
  carried: 0,
  toppedUp: 0,
  referred: 0,
  spent: 0,
  ...more,
})

describe('what comes into the next week (docs/rules/minutes.md 7.1)', () => {
  it('is what is left of the week’s own grant', () => {
    expect(carriedOver(sums({ remaining: 45, spent: 75 }), plan)).toBe(45)
    expect(carriedOver(sums({ remaining: 120 }), plan)).toBe(120)
    expect(carriedOver(sums({ remaining: 0, spent: 120 }), plan)).toBe(0)
  })

  it('is of what a change of plan added, too (docs/rules/minutes.md 9.3)', () => {
    expect(carriedOver(sums({ remaining: 200, granted: 180, carried: 20 }), plan)).toBe(180)
  })

  it('is nothing where the plan does not carry over', () => {
    expect(carriedOver(sums({ remaining: 120 }), { ...plan, carriesOver: false })).toBe(0)
  })

  it('is nothing of what was carried or given: that is spent first, and ends', () => {
    expect(carriedOver(sums({ remaining: 180, carried: 60 }), plan)).toBe(120)
    expect(carriedOver(sums({ remaining: 121, carried: 60, spent: 59 }), plan)).toBe(120)
    expect(carriedOver(sums({ remaining: 119, carried: 60, spent: 61 }), plan)).toBe(119)
  })

  it('is what was bought or a referral brought, as far as it is left, whatever the plan carries over', () => {
    for (const carriesOver of [true, false]) {
      const own = carriesOver ? 120 : 0
      expect(carriedOver(sums({ remaining: 210, toppedUp: 60, referred: 30 }), { carriesOver })).toBe(own + 90)
      expect(carriedOver(sums({ remaining: 20, referred: 30 }), { carriesOver })).toBe(20)
    }
  })

  it('is never below zero', () => {
    expect(carriedOver(sums({ remaining: -30 }), plan)).toBe(0)
  })
})

describe('what is left of carried minutes (docs/rules/minutes.md 7.2)', () => {
  it('is what the week’s lessons have not taken', () => {
    expect(carriedLeft({ carried: 60, spent: 0 })).toBe(60)
    expect(carriedLeft({ carried: 60, spent: 45 })).toBe(15)
    expect(carriedLeft({ carried: 60, spent: 60 })).toBe(0)
    expect(carriedLeft({ carried: 60, spent: 75 })).toBe(0)
    expect(carriedLeft({ carried: 60, spent: -15 })).toBe(60)
  })
})

const periods = fc.constantFrom<PaidPeriod>(PlanPeriod.Month, PlanPeriod.Quarter, PlanPeriod.Year)
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })

describe('the week before', () => {
  it('is the one whose end the week begins with, seven days earlier, an hour more or less where clocks change', () => {
    fc.assert(
      fc.property(instants, periods, fc.nat(364), (start, period, day) => {
        const subscription = { period, start, end: subscriptionEnd(start, period) }
        const at = Math.min(plusDays(start, day), subscription.end)
        const week = minutesWeekOf(subscription, at)
        const before = weekBefore(subscription, week)
        expect(before === null).toBe(week.index === 0)
        if (before === null) return
        expect(minutesWeekOf(subscription, before)).toMatchObject({ start: before, end: week.start })
        expect(week.start - before).toBeGreaterThanOrEqual(WEEK_LENGTH.least)
        expect(week.start - before).toBeLessThanOrEqual(WEEK_LENGTH.most)
      }),
    )
  })

  it('is none for a free trial, which is a single week', () => {
    const start = Date.UTC(2026, 0, 1)
    const trial = { period: PlanPeriod.FreeTrial, start, end: subscriptionEnd(start, PlanPeriod.FreeTrial) }
    expect(weekBefore(trial, minutesWeekOf(trial, plusDays(start, 40)))).toBeNull()
  })
})

/** What happens in a life: a lesson is taken, or the last that is left is cancelled. Numbers are quarters of an hour. */
type Step = { day: number; does: 'book' | 'cancel' | 'give'; quarters: number }
const steps = fc.array(
  fc.record({
    day: fc.nat(27),
    does: fc.constantFrom<Step['does']>('book', 'book', 'cancel', 'give'),
    quarters: fc.integer({ min: 1, max: 2 }),
  }),
  { maxLength: 60 },
)

describe('a month of weeks', () => {
  it('conserves minutes: what was granted and given is spent, left, or ended within two weeks', () => {
    fc.assert(
      fc.property(instants, steps, fc.boolean(), (start, life, carriesOver) => {
        const term = { carriesOver }
        const subscription = { period: PlanPeriod.Month, start, end: plusDays(start, 28) }
        const weeks = new Map<Instant, WeekSums & { given: number; booked: number[] }>()
        const weekAt = (at: Instant): WeekSums & { given: number; booked: number[] } => {
          const week = minutesWeekOf(subscription, at)
          const known = weeks.get(week.start)
          if (known) return known
          const before = weekBefore(subscription, week)
          const carried = before === null ? 0 : carriedOver(weekAt(before), term)
          const begun = { ...sums({ remaining: 60 + carried, granted: 60, carried }), given: 0, booked: [] as number[] }
          weeks.set(week.start, begun)
          return begun
        }
        for (const { day, does, quarters } of life.toSorted((one, other) => one.day - other.day)) {
          const week = weekAt(start + hours(24) * day)
          const change = quarters * 15
          if (does === 'give') {
            week.given += change
            week.remaining += change
          } else if (does === 'book' && week.remaining >= change) {
            week.booked.push(change)
            week.remaining -= change
            week.spent += change
          } else if (does === 'cancel') {
            const back = week.booked.pop() ?? 0
            week.remaining += back
            week.spent -= back
          }
        }
        weekAt(subscription.end - 1)
        let carriedOut = 0
        for (const week of [...weeks.values()].toReversed()) {
          const used = week.booked.reduce((sum, one) => sum + one, 0)
          expect(week.remaining).toBe(60 + week.carried + week.given - used)
          expect(week.remaining).toBeGreaterThanOrEqual(0)
          expect(carriedOut).toBeLessThanOrEqual(Math.min(60, week.remaining))
          expect(carriedOut).toBeLessThanOrEqual(
            carriesOver ? Math.max(0, 60 - Math.max(0, used - week.carried - week.given)) : 0,
          )
          carriedOut = week.carried
        }
        expect(weeks.size).toBe(4)
        expect(minutesWeek(start, start).index).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
