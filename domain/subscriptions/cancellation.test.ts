import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import { refundOnCancel, whyNotCancellable } from './cancellation.ts'

const START = Date.UTC(2026, 1, 11, 10)
const NOW = START + hours(240)
const lesson = (hoursAfterStart: number, price = 7_500, canceledAt: number | null = null) => ({
  start: START + hours(hoursAfterStart),
  price,
  canceledAt,
})
const paid = { amount: 100_000, refundedAmount: 0 }

describe('cancelling a subscription', () => {
  it('refunds what the lessons did not use', () => {
    expect(refundOnCancel(paid, START, [lesson(24), lesson(48, 3_750)], NOW)).toBe(88_750)
  })

  it('counts neither cancelled nor upcoming lessons, nor those before the subscription', () => {
    expect(refundOnCancel(paid, START, [lesson(24, 7_500, START), lesson(241), lesson(-1)], NOW)).toBe(100_000)
  })

  it('counts a lesson that starts at this moment', () => {
    expect(refundOnCancel(paid, START, [lesson(0), lesson(240)], NOW)).toBe(85_000)
  })

  it('subtracts earlier refunds', () => {
    expect(refundOnCancel({ ...paid, refundedAmount: 30_000 }, START, [lesson(24)], NOW)).toBe(62_500)
  })

  it('subtracts of the lessons what they cost beyond the minutes that were bought in addition', () => {
    const lessons = [lesson(24), lesson(48)]
    expect(refundOnCancel(paid, START, lessons, NOW, 10_000)).toBe(95_000)
    expect(refundOnCancel(paid, START, lessons, NOW, 15_000)).toBe(100_000)
    expect(refundOnCancel(paid, START, lessons, NOW, 40_000)).toBe(100_000)
  })

  it('is refused when the lessons cost as much as was paid', () => {
    const refund = refundOnCancel({ ...paid, amount: 15_000 }, START, [lesson(1), lesson(2), lesson(3)], NOW)
    expect(refund).toBe(0)
    expect(whyNotCancellable(refund)).toBe('subscription-uncancellable')
    expect(whyNotCancellable(1)).toBeNull()
  })

  it('never refunds more than remains of the payment', () => {
    const lessons = fc.array(
      fc.record({ after: fc.integer({ min: -50, max: 300 }), price: fc.constantFrom(0, 3_750, 7_500) }),
    )
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), lessons, (one, other, taken) => {
        const bought = { amount: Math.max(one, other), refundedAmount: Math.min(one, other) }
        const refund = refundOnCancel(
          bought,
          START,
          taken.map(({ after, price }) => lesson(after, price)),
          NOW,
        )
        return refund >= 0 && refund + bought.refundedAmount <= bought.amount
      }),
    )
  })
})
