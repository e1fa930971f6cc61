import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Provider } from '#domain/payments/methods'
import {
  earningEntry,
  feeEntry,
  isBalanced,
  paymentEntry,
  payoutEntry,
  refundEntry,
  withdrawalEntry,
  withdrawalReturnEntry,
} from './entries.ts'

/** The balance of each account after these entries; a debit is negative. */
function balances(entries: readonly (ReturnType<typeof paymentEntry> | null)[]) {
  const sums: Record<string, number> = {}
  for (const { account, amount } of entries.flatMap((entry) => entry?.lines ?? []))
    sums[account.code] = (sums[account.code] ?? 0) + amount
  return sums
}

const piastres = fc.integer({ min: 0, max: 5_000_000_00 })
const provider = fc.constantFrom<Provider>('fawry', 'paymob')
const id = fc.integer({ min: 1, max: 1_000_000 })

describe('ledger entries', () => {
  it('balance for every fact and amount', () => {
    fc.assert(
      fc.property(id, id, provider, piastres, (one, other, by, amount) => {
        const facts = [
          paymentEntry({ txId: one, provider: by, amount }),
          feeEntry({ txId: one, provider: by, fee: amount }),
          refundEntry({ refundId: one, provider: by, amount }),
          earningEntry({ lessonId: one, tutorId: other, price: amount }),
          withdrawalEntry({ withdrawalId: one, tutorId: other, amount }),
          withdrawalReturnEntry({ withdrawalId: one, tutorId: other, amount }),
          payoutEntry({ withdrawalId: one, tutorId: other, amount }),
        ]
        return facts.every((entry) => (entry === null ? amount === 0 : isBalanced(entry)))
      }),
    )
  })

  it('leave the gateway’s fee as the only loss of a payment that is refunded in full', () => {
    expect(
      balances([
        paymentEntry({ txId: 1, provider: 'fawry', amount: 60_000 }),
        feeEntry({ txId: 1, provider: 'fawry', fee: 1_500 }),
        refundEntry({ refundId: 1, provider: 'fawry', amount: 60_000 }),
      ]),
    ).toEqual({ fawry: 1_500, sales: 0, 'gateway-fees': -1_500 })
  })

  it('sum up to what a tutor may withdraw', () => {
    const request = { withdrawalId: 1, tutorId: 7, amount: 10_000 }
    const earned = [1, 2].map((lessonId) => earningEntry({ lessonId, tutorId: 7, price: 7_500 }))
    expect(balances([...earned, withdrawalEntry(request)])).toEqual({
      'tutor-pay': -15_000,
      'tutor:7': 5_000,
      withdrawals: 10_000,
    })
    expect(balances([...earned, withdrawalEntry(request), withdrawalReturnEntry(request)])['tutor:7']).toBe(15_000)
    expect(balances([...earned, withdrawalEntry(request), payoutEntry(request)])).toEqual({
      'tutor-pay': -15_000,
      'tutor:7': 5_000,
      withdrawals: 0,
      bank: 10_000,
    })
  })

  it('do not exist for a free lesson, and refuse a fraction of a piastre', () => {
    expect(earningEntry({ lessonId: 1, tutorId: 7, price: 0 })).toBeNull()
    expect(() => paymentEntry({ txId: 1, provider: 'fawry', amount: 0.5 })).toThrow(RangeError)
    expect(() => refundEntry({ refundId: 1, provider: 'fawry', amount: -5 })).toThrow(RangeError)
  })
})
