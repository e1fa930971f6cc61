import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, hours, localTime } from '../cairo.ts'
import { isPaidPeriod, PERIOD_MONTHS, PERIOD_WEEKS, PlanPeriod, priceOfPeriod, subscriptionEnd } from './periods.ts'

const { Month, Quarter, Year, FreeTrial } = PlanPeriod
const plan = { baseMonthlyPrice: 60_000, monthDiscount: 0, quarterDiscount: 1000, yearDiscount: 2050 }

describe('the periods', () => {
  it('have the numbers of the wire format and their lengths in weeks and months', () => {
    expect(PlanPeriod).toEqual({ Month: 0, Quarter: 1, Year: 2, FreeTrial: 3 })
    expect(Object.values(PERIOD_MONTHS)).toEqual([1, 3, 12, 1200])
    expect(Object.values(PERIOD_WEEKS)).toEqual([4, 12, 52, 5200])
    expect([0, 1, 2, 3, 4].map(isPaidPeriod)).toEqual([true, true, true, false, false])
  })
})

describe('the price of a period', () => {
  it('is the price of its months less the discount of the period', () => {
    expect(priceOfPeriod(plan, Month)).toBe(60_000)
    expect(priceOfPeriod(plan, Quarter)).toBe(162_000)
    expect(priceOfPeriod(plan, Year)).toBe(572_400)
  })

  it('is rounded down to the piastre, once', () => {
    expect(priceOfPeriod({ ...plan, baseMonthlyPrice: 33_333, quarterDiscount: 333 }, Quarter)).toBe(96_669)
    expect(priceOfPeriod({ ...plan, baseMonthlyPrice: 1, monthDiscount: 1 }, Month)).toBe(0)
  })

  it('is zero with a full discount', () => {
    expect(priceOfPeriod({ ...plan, yearDiscount: 10_000 }, Year)).toBe(0)
  })
})

describe('the end of a subscription', () => {
  it('is the same wall time after the period’s weeks', () => {
    const start = fromIso('2026-11-04T13:20:00Z')
    expect(subscriptionEnd(start, Month) - start).toBe(hours(4 * 168))
    expect(subscriptionEnd(start, FreeTrial)).toBe(fromIso('2126-11-04T13:20:00Z'))
  })

  it('neither loses nor gains an hour by a clock change', () => {
    const april = fromIso('2026-04-08T10:00:00Z')
    const october = fromIso('2026-10-21T10:00:00Z')
    expect(subscriptionEnd(april, Month) - april).toBe(hours(4 * 168 - 1))
    expect(subscriptionEnd(october, Month) - october).toBe(hours(4 * 168 + 1))
  })

  it('falls on the weekday of the start', () => {
    const instants = fc.integer({ min: fromIso('2023-01-01T00:00:00Z'), max: fromIso('2032-01-01T00:00:00Z') })
    fc.assert(
      fc.property(instants, fc.constantFrom(Month, Quarter, Year), (start, period) => {
        expect(localTime(subscriptionEnd(start, period)).weekday).toBe(localTime(start).weekday)
      }),
    )
  })
})
