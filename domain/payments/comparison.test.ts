import { describe, expect, it } from 'vitest'
import { awaitsDecision, differencesOf, isRecordOfOrder, type OurOrder, type TheirOrder } from './comparison.ts'
import { type TransactionEvent, TransactionStatus } from './transaction.ts'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

const ours = (more: Partial<OurOrder> = {}): OurOrder => ({
  provider: 'fawry',
  status: Paid,
  amount: 60_055,
  refundedAmount: 0,
  paidAt: 1,
  number: '950',
  userId: 7,
  ...more,
})
const theirs = (more: Partial<TheirOrder> = {}): TheirOrder => ({
  event: 'pay',
  number: '950',
  customer: '7',
  amount: 60_055,
  refundedTotal: null,
  ...more,
})

describe('an order and its provider’s record', () => {
  it('agree in exactly these statuses', () => {
    const agreeing: Record<TransactionStatus, TransactionEvent[]> = {
      [New]: ['accept'],
      [Processed]: ['accept'],
      [Canceled]: ['cancel', 'expire', 'refuse'],
      [Expired]: ['cancel', 'expire', 'refuse'],
      [Failed]: ['cancel', 'expire', 'refuse'],
      [Paid]: ['pay'],
      [PartialRefunded]: ['refund-part'],
      [Refunded]: ['refund', 'void'],
    }
    const events: TransactionEvent[] = ['accept', 'pay', 'cancel', 'expire', 'refuse', 'refund', 'refund-part', 'void']
    const isPaid: TransactionStatus[] = [Paid, Refunded, PartialRefunded]
    for (const status of Object.values(TransactionStatus)) {
      const order = ours({ status, paidAt: isPaid.includes(status) ? 1 : null })
      const found = events.filter((event) => differencesOf(order, theirs({ event })).length === 0)
      expect({ status, found: found.sort() }).toEqual({ status, found: agreeing[status].toSorted() })
    }
  })

  it('agree where a payment was voided', () => {
    const voided = ours({ status: Canceled, paidAt: 1 })
    expect(differencesOf(voided, theirs({ event: 'void' }))).toEqual([])
    expect(differencesOf(voided, theirs({ event: 'cancel' }))).toEqual([
      { field: 'status', ours: 'refunded', theirs: 'ended' },
    ])
  })

  it('agree where an order has ended with us and its attempt at Paymob is not decided, which nobody can end there', () => {
    for (const status of [Canceled, Expired, Failed]) {
      const ended = ours({ status, paidAt: null, provider: 'paymob' })
      const open = theirs({ event: 'accept', number: null, customer: null })
      expect([awaitsDecision(ended, open), differencesOf(ended, open)]).toEqual([true, []])
      expect(differencesOf({ ...ended, provider: 'fawry' }, open)).toEqual([
        { field: 'status', ours: 'ended', theirs: 'open' },
      ])
      expect(awaitsDecision(ended, theirs({ event: 'refuse' }))).toBe(false)
    }
    const unpaid = ours({ status: Processed, paidAt: null, provider: 'paymob' })
    expect([awaitsDecision(unpaid, theirs({ event: 'accept' })), awaitsDecision(unpaid, null)]).toEqual([false, false])
    const voided = ours({ status: Canceled, paidAt: 1, provider: 'paymob' })
    expect(awaitsDecision(voided, theirs({ event: 'accept' }))).toBe(false)
  })

  it('differ by every other field, named in both versions', () => {
    expect(differencesOf(ours(), theirs({ number: '951', customer: '8', amount: 60_054, refundedTotal: 5 }))).toEqual([
      { field: 'number', ours: '950', theirs: '951' },
      { field: 'customer', ours: '7', theirs: '8' },
      { field: 'amount', ours: '600.55', theirs: '600.54' },
      { field: 'refunded', ours: '0.00', theirs: '0.05' },
    ])
    expect(differencesOf(ours({ number: null }), theirs())).toEqual([{ field: 'number', ours: '', theirs: '950' }])
  })

  it('are of the same order where they differ in status alone, or the number is not known yet', () => {
    const isSame = (one: OurOrder, other: TheirOrder) => isRecordOfOrder(differencesOf(one, other))
    expect(isSame(ours(), theirs({ event: 'refund-part', refundedTotal: 5 }))).toBe(true)
    expect(isSame(ours({ number: null }), theirs())).toBe(true)
    expect(isSame(ours(), theirs())).toBe(true)
    expect(isSame(ours(), theirs({ event: 'refund', amount: 1 }))).toBe(false)
    for (const more of [{ number: '951' }, { customer: '8' }, { amount: 1 }])
      expect(isSame(ours(), theirs(more))).toBe(false)
    expect(isRecordOfOrder(differencesOf(ours(), null))).toBe(false)
  })

  it('are not compared in fields that the provider does not report', () => {
    expect(differencesOf(ours({ refundedAmount: 4 }), theirs({ number: null, customer: null }))).toEqual([])
  })

  it('differ where the provider does not know the order, except for orders that it need not know', () => {
    const unknown = (more: Partial<OurOrder>) => differencesOf(ours(more), null)
    expect(unknown({})).toEqual([{ field: 'order', ours: 'paid', theirs: 'unknown' }])
    expect(unknown({ status: Processed, paidAt: null })).toEqual([{ field: 'order', ours: 'open', theirs: 'unknown' }])
    expect(unknown({ status: Processed, paidAt: null, provider: 'paymob' })).toEqual([])
    expect(unknown({ status: Refunded, provider: 'paymob' })).toHaveLength(1)
    for (const status of [Canceled, Expired, Failed]) expect(unknown({ status, paidAt: null })).toEqual([])
    expect(unknown({ status: Canceled, paidAt: 1 })).toHaveLength(1)
  })
})
