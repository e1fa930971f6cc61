import { describe, expect, it } from 'vitest'
import { fitsCard, fitsSum, type InstallmentPlan, monthlySum } from './installments.ts'

const plan: InstallmentPlan = {
  id: 1205,
  bank: 'CIB',
  months: 6,
  rate: 650,
  minAmount: 50_000,
  maxAmount: 2_000_000,
  cardPrefixes: ['512345', '41111122'],
}

describe('an instalment plan', () => {
  it('takes sums from its minimum to its maximum, both included', () => {
    const taken = [49_999, 50_000, 2_000_000, 2_000_001].map((amount) => fitsSum(plan, amount))
    expect(taken).toEqual([false, true, true, false])
  })

  it('without bounds takes every sum but nothing', () => {
    const open = { ...plan, minAmount: null, maxAmount: null }
    expect([0, 1, 9_000_000].map((amount) => fitsSum(open, amount))).toEqual([false, true, true])
  })

  it('is for cards that begin with one of its prefixes, as far as the digits of the card are known', () => {
    const fits = ['512345', '512346', '411111', '411112', ''].map((digits) => fitsCard(plan, digits))
    expect(fits).toEqual([true, false, true, false, false])
    expect(fitsCard({ ...plan, cardPrefixes: [] }, '400000')).toBe(true)
    const short = { ...plan, cardPrefixes: ['5123'] }
    expect(['512399', '995123'].map((digits) => fitsCard(short, digits))).toEqual([true, false])
  })

  it('takes each month an equal part of the sum and of the bank’s rate', () => {
    expect(monthlySum(162_000, plan)).toBe(28_755)
    expect(monthlySum(162_000, { ...plan, months: 4, rate: 0 })).toBe(40_500)
    expect(monthlySum(100_001, { ...plan, months: 3, rate: 0 })).toBe(33_333)
  })
})
