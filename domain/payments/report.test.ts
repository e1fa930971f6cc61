import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fateOfPending, type Order, outcomeOf, type Report } from './report.ts'
import { TransactionStatus } from './transaction.ts'

const { New, Processed, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed } = TransactionStatus

const order = (more: Partial<Order> = {}): Order => ({
  status: Processed,
  amount: 60_000,
  refundedAmount: 0,
  paidAt: null,
  pendingRefund: null,
  hasOtherPlan: false,
  ...more,
})
const report = (event: Report['event'], refundedTotal: number | null = null): Report => ({ event, refundedTotal })
const paid = (more: Partial<Order> = {}) => order({ status: Paid, paidAt: 1, ...more })

/** The order and what it has caused, after these reports. */
function told(start: Order, reports: readonly Report[]) {
  let now = start
  const caused = { payments: 0, subscriptions: 0, ends: 0, refunded: 0 }
  for (const one of reports) {
    const outcome = outcomeOf(now, one)
    if (!outcome) continue
    const { to, pays, refunded, settlesPending, begins, ends } = outcome
    caused.payments += Number(pays)
    caused.subscriptions += Number(begins)
    caused.ends += Number(ends)
    caused.refunded += refunded
    now = {
      ...now,
      status: to,
      paidAt: pays ? 1 : now.paidAt,
      refundedAmount: now.refundedAmount + refunded,
      pendingRefund: settlesPending ? null : now.pendingRefund,
    }
  }
  return { status: now.status, refundedAmount: now.refundedAmount, ...caused }
}

describe('what a provider says', () => {
  it('opens one subscription with one payment, however often it is said', () => {
    expect(told(order(), [report('pay'), report('pay'), report('accept'), report('pay')])).toMatchObject({
      status: Paid,
      payments: 1,
      subscriptions: 1,
    })
  })

  it('counts money that came after the order was given up', () => {
    for (const status of [Canceled, Expired, Failed, New])
      expect(outcomeOf(order({ status }), report('pay'))).toMatchObject({ to: Paid, pays: true, begins: true })
  })

  it('gives back money that can open nothing, since another plan has begun', () => {
    expect(outcomeOf(order({ status: Canceled, hasOtherPlan: true }), report('pay'))).toMatchObject({
      to: Paid,
      pays: true,
      begins: false,
      returns: true,
    })
  })

  it('takes no old news', () => {
    for (const event of ['accept', 'cancel', 'expire', 'refuse', 'pay'] as const)
      expect(outcomeOf(paid(), report(event))).toBeNull()
    for (const event of ['pay', 'refund', 'refund-part', 'cancel', 'expire'] as const)
      expect(outcomeOf(paid({ status: Refunded, refundedAmount: 60_000 }), report(event))).toBeNull()
  })

  it('ends the subscription with a whole refund, and not with a part', () => {
    expect(outcomeOf(paid(), report('refund'))).toMatchObject({ to: Refunded, refunded: 60_000, ends: true })
    expect(outcomeOf(paid(), report('refund-part', 10_000))).toMatchObject({
      to: PartialRefunded,
      refunded: 10_000,
      ends: false,
    })
    const partly = paid({ status: PartialRefunded, refundedAmount: 10_000 })
    expect(outcomeOf(partly, report('refund-part', 25_000))).toMatchObject({ to: PartialRefunded, refunded: 15_000 })
    expect(outcomeOf(partly, report('refund-part', 10_000))).toBeNull()
    expect(outcomeOf(partly, report('refund-part', 60_000))).toMatchObject({
      to: Refunded,
      refunded: 50_000,
      ends: true,
    })
  })

  it('knows its own pending refund by a part refund without an amount', () => {
    const pendingRefund = { id: 1, amount: 20_000, endsSubscription: true }
    expect(outcomeOf(paid({ pendingRefund }), report('refund-part'))).toMatchObject({
      to: PartialRefunded,
      refunded: 20_000,
      settlesPending: true,
      ends: true,
    })
    expect(outcomeOf(paid(), report('refund-part'))).toMatchObject({ to: PartialRefunded, refunded: 0, ends: false })
  })

  it('voids a payment like a whole refund', () => {
    expect(outcomeOf(paid(), report('void'))).toMatchObject({ to: Canceled, refunded: 60_000, ends: true })
    expect(told(order(), [report('void'), report('pay')])).toMatchObject({ status: Canceled, payments: 1, ends: 1 })
  })

  it('ends where the provider’s history ends, in whatever order and however often it is told', () => {
    const histories: { said: Report[]; end: { status: TransactionStatus; refunded: number; payments: number } }[] = [
      { said: [report('accept'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { said: [report('refuse'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { said: [report('cancel'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { said: [report('pay'), report('refund')], end: { status: Refunded, refunded: 60_000, payments: 1 } },
      { said: [report('pay'), report('void')], end: { status: Canceled, refunded: 60_000, payments: 1 } },
      {
        said: [report('pay'), report('refund-part', 10_000), report('refund-part', 30_000)],
        end: { status: PartialRefunded, refunded: 30_000, payments: 1 },
      },
      {
        said: [report('pay'), report('refund-part', 10_000), report('refund')],
        end: { status: Refunded, refunded: 60_000, payments: 1 },
      },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...histories), fc.infiniteStream(fc.nat()), ({ said, end }, picks) => {
        const often = said.flatMap((one) => [one, one, one])
        const shuffled = often
          .map((one) => ({ one, at: picks.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const reached = told(order(), shuffled)
        expect(reached).toMatchObject(end)
        expect(reached.refundedAmount).toBe(end.refunded)
        expect(reached.subscriptions).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a refund whose answer was lost', () => {
  const under = (pending: number, refundedAmount = 0) =>
    paid({ refundedAmount, pendingRefund: { id: 1, amount: pending, endsSubscription: false } })

  it('was made where the order is refunded, and not where it is still whole', () => {
    for (const event of ['refund', 'void'] as const) expect(fateOfPending(under(60_000), report(event))).toBe('made')
    expect(fateOfPending(under(60_000), report('pay'))).toBe('not-made')
    expect(fateOfPending(under(60_000), null)).toBe('unknown')
    expect(fateOfPending(paid(), report('refund'))).toBe('unknown')
  })

  it('is known by the total, to the piastre, where the provider says it', () => {
    expect(fateOfPending(under(5_000, 10_000), report('refund-part', 15_000))).toBe('made')
    expect(fateOfPending(under(5_000, 10_000), report('refund-part', 14_999))).toBe('not-made')
  })

  it('is known without the total for a first part and for the rest, and not for a part among several', () => {
    expect(fateOfPending(under(5_000), report('refund-part'))).toBe('made')
    expect(fateOfPending(under(50_000, 10_000), report('refund-part'))).toBe('not-made')
    expect(fateOfPending(under(5_000, 10_000), report('refund-part'))).toBe('unknown')
  })
})
