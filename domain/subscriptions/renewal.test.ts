import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, fromIso, hours, plusDays } from '../cairo.ts'
import { currentOf } from './current.ts'
import { bookableWeeks, bookingWindow, minutesWeekOf, payingWeek } from './minutes.ts'
import { isPaidPeriod, PlanPeriod, subscriptionEnd } from './periods.ts'
import { isWaiting, openingOf, RENEWAL_DAYS, renewableFrom, waitingOf } from './renewal.ts'

const start = fromIso('2026-11-04T13:20:00Z')
const month = {
  period: PlanPeriod.Month as PlanPeriod,
  start,
  end: subscriptionEnd(start, PlanPeriod.Month),
  terminatedAt: null as number | null,
  bookingWeeks: 2,
}
const next = { ...month, start: month.end, end: subscriptionEnd(month.end, PlanPeriod.Month) }
const opens = renewableFrom(month.end)

/** Instants of two years, in which Cairo's clocks change four times. */
const instants = fc.integer({ min: fromIso('2026-01-01T00:00:00Z'), max: fromIso('2028-01-01T00:00:00Z') })
const periods = fc.constantFrom(...Object.values(PlanPeriod).filter(isPaidPeriod))

describe('the next period', () => {
  it('can be ordered from the same wall time ten days before the end, that instant included', () => {
    expect(openingOf([month], opens - 1, opens)).toBeNull()
    expect(openingOf([month], opens, opens)).toEqual({ start: month.end, follows: month })
    expect(openingOf([month], month.end - 1, month.end - 1)).toEqual({ start: month.end, follows: month })
    expect(openingOf([month], month.end, month.end)).toEqual({ start: month.end, follows: null })
  })

  it('keeps its ten days through every change of the clocks', () => {
    void fc.assert(
      fc.property(instants, periods, (begun, period) => {
        const running = { ...month, period, start: begun, end: subscriptionEnd(begun, period) }
        const from = renewableFrom(running.end)
        // The hour that is skipped or repeated may move a wall time by an hour.
        expect(Math.abs(running.end - from - days(RENEWAL_DAYS))).toBeLessThanOrEqual(hours(1))
        expect(openingOf([running], from - 1, from - 1)).toBeNull()
        expect(openingOf([running], from, from)).toEqual({ start: running.end, follows: running })
      }),
    )
  })

  it('begins at once when nothing runs any more, whenever it was ordered', () => {
    const now = month.end + days(3)
    expect(openingOf([month], opens, now)).toEqual({ start: now, follows: null })
    expect(openingOf([{ ...month, terminatedAt: opens }], opens, opens)).toEqual({ start: opens, follows: null })
    const trial = { ...month, period: PlanPeriod.FreeTrial }
    expect(openingOf([trial], start, start)).toEqual({ start, follows: null })
  })

  it('is one: while it waits nothing is opened, whether or not the plan before it still runs', () => {
    expect(openingOf([month, next], opens, opens)).toBeNull()
    expect(openingOf([{ ...month, terminatedAt: opens }, next], opens, opens)).toBeNull()
    expect(openingOf([month, { ...next, terminatedAt: opens }], opens, opens)?.follows).toBe(month)
  })

  it('is no order’s that was made before those ten days', () => {
    expect(openingOf([month], opens - 1, month.end - 1)).toBeNull()
  })

  it('can be ordered from ten days before the end that the plan had without a pause, until the pause begins', () => {
    const pausedFrom = plusDays(month.end, -7)
    const paused = { ...month, end: plusDays(month.end, 7), pausedFrom, pausedUntil: month.end }
    const follows = { start: paused.end, follows: paused }
    const at = (orderedAt: number) => openingOf([paused], orderedAt, pausedFrom)
    expect([opens - 1, opens, pausedFrom - 1].map(at)).toEqual([null, follows, follows])
    // From its first instant on the new end counts.
    const late = renewableFrom(paused.end)
    expect([pausedFrom, late - 1, late].map(at)).toEqual([null, null, follows])
  })

  it('waits until the instant at which the old one ends, and is current from then on', () => {
    const both = [month, next]
    expect([month.end - 1, month.end].map((now) => isWaiting(next, now))).toEqual([true, false])
    expect([month.end - 1, month.end, month.end + 1].map((now) => currentOf(both, now))).toEqual([month, next, next])
    expect([month.end - 1, month.end].map((now) => waitingOf(both, now))).toEqual([next, null])
    expect(currentOf([{ ...month, terminatedAt: opens }, next], month.end - 1)).toBeNull()
    expect(waitingOf([{ ...next, terminatedAt: opens }], opens)).toBeNull()
  })
})

describe('the weeks of the next period', () => {
  const lastWeek = month.end - days(2)

  it('can be booked before it begins, as far as the running one allows', () => {
    const weeks = bookableWeeks(month, next, lastWeek)
    expect(weeks.map(({ owner, end }) => [owner, end])).toEqual([
      [month, month.end],
      [next, minutesWeekOf(next, next.start).end],
    ])
    expect(bookingWindow(month, next, lastWeek).end).toBe(minutesWeekOf(next, next.start).end)
    expect(bookableWeeks({ ...month, bookingWeeks: 1 }, next, lastWeek)).toHaveLength(1)
    expect(bookableWeeks(month, null, lastWeek)).toHaveLength(1)
    expect(bookingWindow(month, null, lastWeek).end).toBe(month.end)
  })

  it('pay for the lessons that end after the old one, whose last week pays for one that ends with it', () => {
    const weeks = bookableWeeks(month, next, lastWeek)
    const payers = [month.end - 1, month.end, month.end + 1].map((end) => payingWeek(weeks, end)?.owner)
    expect(payers).toEqual([month, month, next])
  })

  it('follow only where it begins at the end of the running one', () => {
    const apart = { ...next, start: next.start + 1 }
    expect(bookableWeeks(month, apart, lastWeek)).toHaveLength(1)
  })

  it('meet those of the old one without a gap or an overlap, at every hour of the year', () => {
    void fc.assert(
      fc.property(instants, periods, periods, fc.integer({ min: 1, max: 4 }), (begun, first, second, bookingWeeks) => {
        const running = { ...month, bookingWeeks, period: first, start: begun, end: subscriptionEnd(begun, first) }
        const follower = {
          ...running,
          period: second,
          start: running.end,
          end: subscriptionEnd(running.end, second),
        }
        const weeks = bookableWeeks(running, follower, running.end - 1)
        expect(weeks).toHaveLength(bookingWeeks)
        for (const [place, { owner, end }] of weeks.entries()) {
          const after = weeks[place + 1]
          if (after) expect(Math.max(after.start, after.owner.start)).toBe(end)
          expect(end).toBeLessThanOrEqual(owner.end)
        }
      }),
    )
  })
})
