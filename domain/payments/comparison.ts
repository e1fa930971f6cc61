import type { Instant } from '../cairo.ts'
import { formatPiastres, type Piastres } from '../money.ts'
import type { Provider } from './methods.ts'
import { type TransactionEvent, TransactionStatus } from './transaction.ts'

/** The fields in which our order can differ from its provider's record. `order`: the provider has no such order. */
export const differingFields = ['order', 'status', 'number', 'customer', 'amount', 'refunded'] as const
export type DifferingField = (typeof differingFields)[number]

/** Our own row of an order. */
export type OurOrder = {
  provider: Provider
  status: TransactionStatus
  amount: Piastres
  refundedAmount: Piastres
  paidAt: Instant | null
  /** The provider's number as stored, and the student's id. */
  number: string | null
  userId: number
}

/** The provider's record of an order; null for fields that the provider does not report. */
export type TheirOrder = {
  event: TransactionEvent
  number: string | null
  customer: string | null
  amount: Piastres
  refundedTotal: Piastres | null
}

export type Difference = { field: DifferingField; ours: string; theirs: string }

/** The states that both sides can express; how an unpaid order ended makes no difference. */
type PaymentState = 'open' | 'ended' | 'paid' | 'refunded-in-part' | 'refunded'

const THEIR_STATE: Record<TransactionEvent, PaymentState> = {
  accept: 'open',
  cancel: 'ended',
  expire: 'ended',
  refuse: 'ended',
  pay: 'paid',
  'refund-part': 'refunded-in-part',
  refund: 'refunded',
  void: 'refunded',
}

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

const OUR_STATE: Record<TransactionStatus, PaymentState> = {
  [New]: 'open',
  [Processed]: 'open',
  [Canceled]: 'ended',
  [Expired]: 'ended',
  [Failed]: 'ended',
  [Paid]: 'paid',
  [PartialRefunded]: 'refunded-in-part',
  [Refunded]: 'refunded',
}

/** A voided payment is stored as cancelled after it was paid. */
const ourState = ({ status, paidAt }: OurOrder): PaymentState =>
  status === Canceled && paidAt !== null ? 'refunded' : OUR_STATE[status]

/**
 * Paymob cannot be told to end an attempt that the payer's bank or wallet has not decided. Until it is, an order that has ended with
 * us is open there, which nobody can change, and which makes no difference.
 */
export const awaitsDecision = (ours: OurOrder, theirs: TheirOrder | null): boolean =>
  ours.provider === 'paymob' && theirs?.event === 'accept' && ourState(ours) === 'ended'

/** Paymob only has records of payment attempts, so none of an order that was never attempted. */
const mayBeUnknown = (ours: OurOrder): boolean => {
  const state = ourState(ours)
  return state === 'ended' || (state === 'open' && ours.provider === 'paymob')
}

/**
 * The differences between an order and its provider's record (docs/rules/money.md 8.4); `theirs` is null where the provider
 * has no such order. Amounts are given in pounds.
 */
export function differencesOf(ours: OurOrder, theirs: TheirOrder | null): Difference[] {
  const state = ourState(ours)
  if (!theirs) return mayBeUnknown(ours) ? [] : [{ field: 'order', ours: state, theirs: 'unknown' }]
  const given = (one: string | number | null) => (one === null ? '' : String(one))
  const compared: Difference[] = [
    { field: 'status', ours: state, theirs: awaitsDecision(ours, theirs) ? state : THEIR_STATE[theirs.event] },
    { field: 'number', ours: given(ours.number), theirs: given(theirs.number ?? ours.number) },
    { field: 'customer', ours: given(ours.userId), theirs: given(theirs.customer ?? ours.userId) },
    { field: 'amount', ours: formatPiastres(ours.amount), theirs: formatPiastres(theirs.amount) },
    {
      field: 'refunded',
      ours: formatPiastres(ours.refundedAmount),
      theirs: formatPiastres(theirs.refundedTotal ?? ours.refundedAmount),
    },
  ]
  return compared.filter((one) => one.ours !== one.theirs)
}

/**
 * Whether the provider's record belongs to our order, so that it can be applied. An unknown number is accepted; a different
 * one is left to staff.
 */
export const isRecordOfOrder = (differences: readonly Difference[]): boolean =>
  differences.every(
    ({ field, ours }) => field === 'status' || field === 'refunded' || (field === 'number' && ours === ''),
  )
