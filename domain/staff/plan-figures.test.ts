import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFigureNames, planFigureSources, sumByPlan } from './plan-figures.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 })
const row = fc.record({
  planId: fc.option(fc.integer({ min: 1, max: 3 })),
  source: fc.constantFrom(...planFigureSources),
  sold: amount,
  revenue: amount,
  refunded: amount,
  minutesUsed: amount,
})

describe('sumByPlan', () => {
  it('has one row for each plan and source, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const sums = sumByPlan(rows)
        const keys = sums.map(({ planId, source }) => `${planId} ${source}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const name of planFigureNames)
          expect(sums.reduce((sum, of) => sum + of[name], 0)).toBe(rows.reduce((sum, of) => sum + of[name], 0))
        for (const sum of sums) {
          const own = rows.filter(({ planId, source }) => planId === sum.planId && source === sum.source)
          expect(own.length).toBeGreaterThan(0)
          expect(sum.revenue).toBe(own.reduce((total, { revenue }) => total + revenue, 0))
        }
      }),
    )
  })

  it('counts what a row does not have as 0', () => {
    expect(
      sumByPlan([
        { planId: 2, source: 'coupon', sold: 1 },
        { planId: 2, source: 'coupon', revenue: 500 },
      ]),
    ).toEqual([{ planId: 2, source: 'coupon', sold: 1, revenue: 500, refunded: 0, minutesUsed: 0 }])
  })
})
