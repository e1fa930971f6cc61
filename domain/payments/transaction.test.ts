import { describe, expect, it } from 'vitest'
import {
  isRefundable,
  isUnpaid,
  statusAfter,
  type TransactionEvent,
  TransactionStatus,
  transactionTransitions,
} from './transaction.ts'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus
const all = Object.values(TransactionStatus)
const events = transactionTransitions.map(({ event }) => event)
const changes = (event: TransactionEvent) => all.filter((from) => statusAfter(from, event) !== null)

describe('a payment', () => {
  it('has the numbers of the wire format', () => {
    expect(TransactionStatus).toEqual({
      New: 0,
      Paid: 1,
      Canceled: 2,
      Refunded: 3,
      Expired: 4,
      PartialRefunded: 5,
      Failed: 6,
      Processed: 7,
    })
  })

  it('is processed once the gateway has accepted the order, and never new again', () => {
    expect(statusAfter(New, 'accept')).toBe(Processed)
    expect(changes('accept')).toEqual([New])
    expect(events.some((event) => all.some((from) => statusAfter(from, event) === New))).toBe(false)
  })

  it('is paid whenever a payment arrives, unless it was paid or refunded before', () => {
    expect(changes('pay')).toEqual([New, Canceled, Expired, Failed, Processed])
  })

  it('is cancelled, refused or expires only while it is unpaid', () => {
    for (const event of ['cancel', 'refuse', 'expire'] as const) expect(changes(event).every(isUnpaid)).toBe(true)
    expect(statusAfter(Processed, 'expire')).toBe(Expired)
    expect(statusAfter(New, 'refuse')).toBe(Failed)
  })

  it('is refunded in part and then in full, which is final', () => {
    expect(statusAfter(Paid, 'refund-part')).toBe(PartialRefunded)
    expect(statusAfter(PartialRefunded, 'refund')).toBe(Refunded)
    expect(all.filter(isRefundable)).toEqual([Paid, PartialRefunded])
    expect(events.every((event) => statusAfter(Refunded, event) === null)).toBe(true)
  })

  it('is voided by the gateway even when it was paid', () => {
    expect(statusAfter(Paid, 'void')).toBe(Canceled)
  })

  it('does not change when the same event is repeated', () => {
    for (const event of events)
      for (const from of all) {
        const to = statusAfter(from, event)
        if (to !== null) expect(statusAfter(to, event)).toBeNull()
      }
  })
})
