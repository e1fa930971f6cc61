import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderState, orderChangeFor, pendingRefundResult, type StatusReport } from './status-report.ts'
import { TransactionStatus } from './transaction.ts'

const { New, Processed, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed } = TransactionStatus

const order = (more: Partial<OrderState> = {}): OrderState => ({
  status: Processed,
  amount: 60_000,
  refundedAmount: 0,
  paidAt: null,
  pendingRefund: null,
  hasOtherSubscription: false,
  isWithoutPlan: false,
  isPlanChanged: false,
  coupon: 'none',
  isSecondPayment: false,
  ...more,
})
const report = (event: StatusReport['event'], refundedTotal: number | null = null): StatusReport => ({
  event,
  refundedTotal,
})
const paid = (more: Partial<OrderState> = {}) => order({ status: Paid, paidAt: 1, ...more })

/** The order after these reports, and how often each effect occurred. */
function apply(start: OrderState, reports: readonly StatusReport[]) {
  let now = start
  const effects = { payments: 0, subscriptions: 0, ends: 0, refunded: 0 }
  for (const one of reports) {
    const change = orderChangeFor(now, one)
    if (!change) continue
    effects.payments += Number(change.recordsPayment)
    effects.subscriptions += Number(change.startsSubscription)
    effects.ends += Number(change.endsSubscription)
    effects.refunded += change.refundedNow
    now = {
      ...now,
      status: change.status,
      paidAt: change.recordsPayment ? 1 : now.paidAt,
      refundedAmount: now.refundedAmount + change.refundedNow,
      pendingRefund: change.completesPendingRefund ? null : now.pendingRefund,
    }
  }
  return { status: now.status, refundedAmount: now.refundedAmount, ...effects }
}

describe('a top-up that is paid when no plan runs any more', () => {
  it('goes back, and brings nothing (docs/rules/minutes.md 8.3)', () => {
    expect(orderChangeFor(order({ isWithoutPlan: true }), report('pay'))).toMatchObject({
      recordsPayment: true,
      startsSubscription: false,
      givesBack: 'plan-ended',
    })
  })
})

describe('a change of plan that is paid when its plan has changed', () => {
  it('goes back, and changes nothing (docs/rules/minutes.md 9.5)', () => {
    expect(orderChangeFor(order({ isPlanChanged: true }), report('pay'))).toMatchObject({
      recordsPayment: true,
      startsSubscription: false,
      givesBack: 'plan-changed',
    })
  })
})

describe('a status report of a gateway', () => {
  it('starts one subscription with one payment, however often it is reported', () => {
    expect(apply(order(), [report('pay'), report('pay'), report('accept'), report('pay')])).toMatchObject({
      status: Paid,
      payments: 1,
      subscriptions: 1,
    })
  })

  it('records a payment that arrives after the order was cancelled, had expired or failed', () => {
    for (const status of [Canceled, Expired, Failed, New])
      expect(orderChangeFor(order({ status }), report('pay'))).toMatchObject({
        status: Paid,
        recordsPayment: true,
        startsSubscription: true,
      })
  })

  it('refunds a payment when another subscription has started', () => {
    expect(orderChangeFor(order({ status: Canceled, hasOtherSubscription: true }), report('pay'))).toMatchObject({
      status: Paid,
      recordsPayment: true,
      startsSubscription: false,
      givesBack: 'paid-twice',
    })
  })

  it('refunds the second payment of an order', () => {
    expect(orderChangeFor(order({ isSecondPayment: true }), report('pay'))).toMatchObject({
      recordsPayment: true,
      startsSubscription: false,
      givesBack: 'paid-twice',
    })
  })

  it('takes the use of the coupon again that an order had given back, and refunds where none is left', () => {
    const late = (coupon: OrderState['coupon']) => orderChangeFor(order({ status: Expired, coupon }), report('pay'))
    const kept = { startsSubscription: true, givesBack: null }
    expect(late('given-back')).toMatchObject({ ...kept, takesCouponUse: true })
    for (const coupon of ['none', 'held'] as const)
      expect(late(coupon)).toMatchObject({ ...kept, takesCouponUse: false })
    expect(late('used-up')).toMatchObject({
      recordsPayment: true,
      startsSubscription: false,
      takesCouponUse: false,
      givesBack: 'coupon-used-up',
    })
  })

  it('ignores outdated reports', () => {
    for (const event of ['accept', 'cancel', 'expire', 'refuse', 'pay'] as const)
      expect(orderChangeFor(paid(), report(event))).toBeNull()
    for (const event of ['accept', 'refuse', 'pay', 'refund', 'refund-part', 'void', 'cancel', 'expire'] as const)
      expect(orderChangeFor(paid({ status: Refunded, refundedAmount: 60_000 }), report(event))).toBeNull()
    for (const status of [Paid, PartialRefunded])
      expect(orderChangeFor(paid({ status, refundedAmount: 20_000 }), report('refund-part', 19_999))).toBeNull()
  })

  it('ends the subscription with a full refund, and not with a partial one', () => {
    expect(orderChangeFor(paid(), report('refund'))).toMatchObject({
      status: Refunded,
      refundedNow: 60_000,
      endsSubscription: true,
    })
    expect(orderChangeFor(paid(), report('refund-part', 10_000))).toMatchObject({
      status: PartialRefunded,
      refundedNow: 10_000,
      endsSubscription: false,
    })
    const partly = paid({ status: PartialRefunded, refundedAmount: 10_000 })
    expect(orderChangeFor(partly, report('refund-part', 25_000))).toMatchObject({
      status: PartialRefunded,
      refundedNow: 15_000,
    })
    expect(orderChangeFor(partly, report('refund-part', 10_000))).toBeNull()
    expect(orderChangeFor(partly, report('refund-part', 60_000))).toMatchObject({
      status: Refunded,
      refundedNow: 50_000,
      endsSubscription: true,
    })
  })

  it('matches a partial refund without an amount to the pending refund', () => {
    const pendingRefund = { id: 1, amount: 20_000, endsSubscription: true, isAccepted: false }
    expect(orderChangeFor(paid({ pendingRefund }), report('refund-part'))).toMatchObject({
      status: PartialRefunded,
      refundedNow: 20_000,
      completesPendingRefund: true,
      endsSubscription: true,
    })
    expect(orderChangeFor(paid(), report('refund-part'))).toMatchObject({
      status: PartialRefunded,
      refundedNow: 0,
      endsSubscription: false,
    })
  })

  it('treats a void like a full refund', () => {
    expect(orderChangeFor(paid(), report('void'))).toMatchObject({
      status: Canceled,
      refundedNow: 60_000,
      endsSubscription: true,
    })
    expect(apply(order(), [report('void'), report('pay')])).toMatchObject({ status: Canceled, payments: 1, ends: 1 })
  })

  it('leads to the gateway’s final status, whatever the order and the repetition of the reports', () => {
    const histories: {
      reports: StatusReport[]
      end: { status: TransactionStatus; refunded: number; payments: number }
    }[] = [
      { reports: [report('accept'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { reports: [report('refuse'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { reports: [report('cancel'), report('pay')], end: { status: Paid, refunded: 0, payments: 1 } },
      { reports: [report('pay'), report('refund')], end: { status: Refunded, refunded: 60_000, payments: 1 } },
      { reports: [report('pay'), report('void')], end: { status: Canceled, refunded: 60_000, payments: 1 } },
      {
        reports: [report('pay'), report('refund-part', 10_000), report('refund-part', 30_000)],
        end: { status: PartialRefunded, refunded: 30_000, payments: 1 },
      },
      {
        reports: [report('pay'), report('refund-part', 10_000), report('refund')],
        end: { status: Refunded, refunded: 60_000, payments: 1 },
      },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...histories), fc.infiniteStream(fc.nat()), ({ reports, end }, picks) => {
        const often = reports.flatMap((one) => [one, one, one])
        const shuffled = often
          .map((one) => ({ one, at: picks.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const reached = apply(order(), shuffled)
        expect(reached).toMatchObject(end)
        expect(reached.refundedAmount).toBe(end.refunded)
        expect(reached.subscriptions).toBeLessThanOrEqual(1)
      }),
    )
  })
})

const refundOf = (amount: number, refundedAmount: number, isAccepted: boolean) =>
  paid({ refundedAmount, pendingRefund: { id: 1, amount, endsSubscription: false, isAccepted } })

describe('a refund that the gateway has accepted', () => {
  const accepted = (amount: number, refundedAmount = 0) => refundOf(amount, refundedAmount, true)

  it('is made when the report of the order agrees, and is not given up while it does not', () => {
    expect(pendingRefundResult(accepted(60_000), report('refund'))).toBe('made')
    expect(pendingRefundResult(accepted(60_000), report('pay'))).toBe('unknown')
    expect(pendingRefundResult(accepted(60_000), report('refund-part'))).toBe('unknown')
    expect(pendingRefundResult(accepted(60_000), report('accept'))).toBe('unknown')
    expect(pendingRefundResult(accepted(60_000), null)).toBe('unknown')
  })

  it('is made in part when the report says so, by its total where it has one', () => {
    expect(pendingRefundResult(accepted(5_000, 10_000), report('refund-part'))).toBe('made')
    expect(pendingRefundResult(accepted(5_000, 10_000), report('refund-part', 15_000))).toBe('made')
    expect(pendingRefundResult(accepted(5_000, 10_000), report('refund-part', 10_000))).toBe('unknown')
  })
})

describe('a refund whose response was lost', () => {
  const under = (pending: number, refundedAmount = 0) => refundOf(pending, refundedAmount, false)

  it('was made where the order is refunded, and not where it is reported as paid', () => {
    for (const event of ['refund', 'void'] as const)
      expect(pendingRefundResult(under(60_000), report(event))).toBe('made')
    expect(pendingRefundResult(under(60_000), report('pay'))).toBe('not-made')
    expect(pendingRefundResult(under(60_000), null)).toBe('unknown')
    expect(pendingRefundResult(paid(), report('refund'))).toBe('unknown')
  })

  it('is decided by the refunded total, to the piastre, where the gateway reports it', () => {
    expect(pendingRefundResult(under(5_000, 10_000), report('refund-part', 15_000))).toBe('made')
    expect(pendingRefundResult(under(5_000, 10_000), report('refund-part', 14_999))).toBe('not-made')
  })

  it('is decided without the total for a first partial refund and for the rest, and not for one of several partial refunds', () => {
    expect(pendingRefundResult(under(5_000), report('refund-part'))).toBe('made')
    expect(pendingRefundResult(under(50_000, 10_000), report('refund-part'))).toBe('not-made')
    expect(pendingRefundResult(under(5_000, 10_000), report('refund-part'))).toBe('unknown')
  })
})

describe('an effect that a report does not have', () => {
  const nothing = {
    recordsPayment: false,
    startsSubscription: false,
    takesCouponUse: false,
    givesBack: null,
    refundedNow: 0,
    completesPendingRefund: false,
    endsSubscription: false,
  }

  it('is absent from a report of an unpaid order', () => {
    expect(orderChangeFor(order(), report('expire'))).toEqual({ ...nothing, status: Expired })
  })

  it('is absent from a payment', () => {
    expect(orderChangeFor(order(), report('pay'))).toEqual({
      ...nothing,
      status: Paid,
      recordsPayment: true,
      startsSubscription: true,
    })
  })

  it('is absent from a refund', () => {
    expect(orderChangeFor(paid(), report('refund-part', 10_000))).toEqual({
      ...nothing,
      status: PartialRefunded,
      refundedNow: 10_000,
    })
  })
})

describe('a payment that opens no subscription', () => {
  it('is not given back where nothing was paid', () => {
    expect(orderChangeFor(order({ amount: 0, isSecondPayment: true }), report('pay'))).toMatchObject({
      startsSubscription: false,
      givesBack: null,
    })
  })

  it('takes no use of the coupon that its order had given back', () => {
    const late = order({ status: Expired, coupon: 'given-back', hasOtherSubscription: true })
    expect(orderChangeFor(late, report('pay'))).toMatchObject({ takesCouponUse: false, givesBack: 'paid-twice' })
  })
})

describe('a refund that is reported before its payment', () => {
  const late = order({ status: Expired, coupon: 'given-back' })

  it('opens nothing where all is refunded, and opens the subscription where a part is', () => {
    expect(orderChangeFor(late, report('refund'))).toMatchObject({
      status: Refunded,
      recordsPayment: true,
      startsSubscription: false,
      takesCouponUse: false,
      refundedNow: 60_000,
    })
    expect(orderChangeFor(late, report('refund-part', 10_000))).toMatchObject({
      status: PartialRefunded,
      recordsPayment: true,
      startsSubscription: true,
      takesCouponUse: true,
      refundedNow: 10_000,
    })
  })

  it('takes no use of a coupon that was not given back', () => {
    const held = order({ status: Expired, coupon: 'held' })
    expect(orderChangeFor(held, report('refund-part', 10_000))).toMatchObject({ takesCouponUse: false })
  })

  it('records the payment of an order that had been canceled', () => {
    expect(orderChangeFor(order({ status: Canceled }), report('void'))).toMatchObject({
      status: Canceled,
      recordsPayment: true,
      refundedNow: 60_000,
    })
  })
})

describe('a pending refund', () => {
  const pendingRefund = { id: 1, amount: 20_000, endsSubscription: true, isAccepted: false }

  it('is not completed by a smaller refund, and ends nothing by it', () => {
    expect(orderChangeFor(paid({ pendingRefund }), report('refund-part', 19_999))).toMatchObject({
      refundedNow: 19_999,
      completesPendingRefund: false,
      endsSubscription: false,
    })
  })

  it('ends the subscription only where it was asked to', () => {
    const kept = { ...pendingRefund, endsSubscription: false }
    expect(orderChangeFor(paid({ pendingRefund: kept }), report('refund-part', 20_000))).toMatchObject({
      completesPendingRefund: true,
      endsSubscription: false,
    })
  })

  it('is not decided by a report that says nothing of refunds', () => {
    for (const event of ['accept', 'cancel', 'expire', 'refuse'] as const)
      expect(pendingRefundResult(paid({ pendingRefund }), report(event))).toBe('unknown')
  })
})

it('a canceled order that was paid changes no more by refunds', () => {
  for (const event of ['refund', 'refund-part', 'void'] as const)
    expect(orderChangeFor(paid({ status: Canceled }), report(event, 10_000))).toBeNull()
})
