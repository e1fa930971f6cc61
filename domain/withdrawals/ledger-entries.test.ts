import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Provider } from '#domain/payments/methods'
import { type Account, COMPANY_ACCOUNTS, providerAccount, tutorAccount } from './ledger-accounts.ts'
import {
  earningCorrectionEntry,
  earningEntry,
  feeEntry,
  isBalanced,
  paymentEntry,
  payoutEntry,
  refundEntry,
  TUTOR_FACTS,
  withdrawalEntry,
  withdrawalReturnEntry,
} from './ledger-entries.ts'

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
          paymentEntry({ orderId: one, provider: by, amount }),
          feeEntry({ orderId: one, provider: by, fee: amount }),
          refundEntry({ refundId: one, provider: by, amount }),
          earningEntry({ lessonId: one, tutorId: other, price: amount }),
          withdrawalEntry({ withdrawalId: one, tutorId: other, amount }),
          withdrawalReturnEntry({ withdrawalId: one, tutorId: other, amount }),
          payoutEntry({ withdrawalId: one, amount }),
          payoutEntry({ withdrawalId: one, amount }, 'payouts'),
          earningCorrectionEntry({ decisionId: one, tutorId: other, amount }),
        ]
        return facts.every((entry) => (entry === null ? amount === 0 : isBalanced(entry)))
      }),
    )
  })

  it('of tutors touch no sales', () => {
    const ofTutors = [
      earningEntry({ lessonId: 1, tutorId: 7, price: 7_500 }),
      withdrawalEntry({ withdrawalId: 1, tutorId: 7, amount: 5_000 }),
      withdrawalReturnEntry({ withdrawalId: 1, tutorId: 7, amount: 5_000 }),
      payoutEntry({ withdrawalId: 1, amount: 5_000 }),
    ]
    expect(ofTutors.map((entry) => entry?.fact)).toEqual(TUTOR_FACTS)
    expect(balances(ofTutors)).not.toHaveProperty('sales')
  })

  it('leave the gateway’s fee as the only loss of a payment that is refunded in full', () => {
    expect(
      balances([
        paymentEntry({ orderId: 1, provider: 'fawry', amount: 60_000 }),
        feeEntry({ orderId: 1, provider: 'fawry', fee: 1_500 }),
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
    expect(() => paymentEntry({ orderId: 1, provider: 'fawry', amount: 0.5 })).toThrow(RangeError)
    expect(() => refundEntry({ refundId: 3, provider: 'fawry', amount: -5 })).toThrow('refund 3: -5 is no amount')
  })
})

describe('each fact', () => {
  const { sales, bank, withdrawals, 'gateway-fees': fees, 'tutor-pay': pay } = COMPANY_ACCOUNTS
  const tutor = tutorAccount(7)
  const posted = (fact: string, from: Account, to: Account) => ({
    fact,
    factId: 1,
    lines: [
      { account: from, amount: -500 },
      { account: to, amount: 500 },
    ],
  })
  const request = { withdrawalId: 1, tutorId: 7, amount: 500 }

  it('moves its amount from one account to another', () => {
    const fawry = providerAccount('fawry')
    expect(paymentEntry({ orderId: 1, provider: 'fawry', amount: 500 })).toEqual(posted('payment', fawry, sales))
    expect(feeEntry({ orderId: 1, provider: 'fawry', fee: 500 })).toEqual(posted('gateway-fee', fees, fawry))
    expect(refundEntry({ refundId: 1, provider: 'fawry', amount: 500 })).toEqual(posted('refund', sales, fawry))
    expect(earningEntry({ lessonId: 1, tutorId: 7, price: 500 })).toEqual(posted('earning', pay, tutor))
    expect(withdrawalEntry(request)).toEqual(posted('withdrawal', tutor, withdrawals))
    expect(withdrawalReturnEntry(request)).toEqual(posted('withdrawal-return', withdrawals, tutor))
    expect(payoutEntry(request)).toEqual(posted('payout', withdrawals, bank))
  })

  it('of a decision takes a lesson’s pay back, restores it, or moves nothing', () => {
    const correct = (amount: number) => earningCorrectionEntry({ decisionId: 1, tutorId: 7, amount })
    expect(correct(-500)).toEqual(posted('correction', tutor, pay))
    expect(correct(500)).toEqual(posted('correction', pay, tutor))
    expect(correct(0)).toBeNull()
  })
})

it('an entry balances with two lines or more that sum to zero', () => {
  const entry = (...amounts: number[]) =>
    ({
      fact: 'payment',
      factId: 1,
      lines: amounts.map((amount) => ({ account: COMPANY_ACCOUNTS.bank, amount })),
    }) as const
  expect(isBalanced(entry(-5, 5))).toBe(true)
  expect(isBalanced(entry(-5, 3, 2))).toBe(true)
  for (const wrong of [entry(), entry(0), entry(5, -4), entry(5, 5)]) expect(isBalanced(wrong)).toBe(false)
})

it('only a tutor’s account may not go below zero', () => {
  expect(tutorAccount(7)).toEqual({ code: 'tutor:7', kind: 'liability', ownerId: 7, mustNotGoNegative: true })
  for (const account of Object.values(COMPANY_ACCOUNTS))
    expect(account).toMatchObject({ ownerId: null, mustNotGoNegative: false })
})
