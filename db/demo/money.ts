import type { Instant } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { FactKind } from '../schema/ledger.ts'
import type { Lesson } from './lessons.ts'
import type { Payment } from './subscriptions.ts'
import type { Withdrawal } from './withdrawals.ts'

/** One fact that moved piastres: out of one account, which is debited, into another, which is credited. */
export type Movement = {
  fact: FactKind
  factId: number
  from: string
  to: string
  amount: number
  at: Instant
}

export type Account = {
  code: string
  kind: 'asset' | 'liability' | 'income' | 'expense'
  ownerId: number | null
  mustNotGoNegative: boolean
}

/** Where money comes from and goes to; a tutor has an account of the name `tutor:<id>` besides. */
export const HOUSE_ACCOUNTS: readonly Account[] = [
  { code: 'fawry', kind: 'asset', ownerId: null, mustNotGoNegative: false },
  { code: 'bank', kind: 'asset', ownerId: null, mustNotGoNegative: false },
  { code: 'sales', kind: 'income', ownerId: null, mustNotGoNegative: false },
  { code: 'tutor-pay', kind: 'expense', ownerId: null, mustNotGoNegative: false },
  { code: 'withdrawals', kind: 'liability', ownerId: null, mustNotGoNegative: false },
]

const purse = (tutorId: number) => `tutor:${tutorId}`

export const purseOf = (tutorId: number): Account => ({
  code: purse(tutorId),
  kind: 'liability',
  ownerId: tutorId,
  mustNotGoNegative: true,
})

const paid = ({ id, amount, at }: Payment): Movement => ({
  fact: 'payment',
  factId: id,
  from: 'fawry',
  to: 'sales',
  amount,
  at,
})

const earned = ({ id, tutorId, price, end }: Lesson): Movement => ({
  fact: 'earning',
  factId: id,
  from: 'tutor-pay',
  to: purse(tutorId),
  amount: price,
  at: end,
})

/** A request takes the money aside; a decision pays it out or gives it back. */
function withdrawn({ id, userId, amount, status, at, changedAt }: Withdrawal): Movement[] {
  const own = purse(userId)
  const aside: Movement = { fact: 'withdrawal', factId: id, from: own, to: 'withdrawals', amount, at }
  const decision = { factId: id, from: 'withdrawals', amount, at: changedAt }
  if (status === WithdrawalStatus.Approved) return [aside, { ...decision, fact: 'payout', to: 'bank' }]
  if (status === WithdrawalStatus.Rejected || status === WithdrawalStatus.Canceled)
    return [aside, { ...decision, fact: 'withdrawal-return', to: own }]
  return [aside]
}

/** All money that has moved, in the order in which it did. Lessons with tutor managers are free and move none. */
export function movementsOf(
  facts: { payments: readonly Payment[]; lessons: readonly Lesson[]; withdrawals: readonly Withdrawal[] },
  now: Instant,
): Movement[] {
  const taught = facts.lessons.filter((one) => one.cancellation === null && one.end <= now && one.price > 0)
  const received = facts.payments.filter((one) => one.status === TransactionStatus.Paid)
  const movements = [...received.map(paid), ...taught.map(earned), ...facts.withdrawals.flatMap(withdrawn)]
  return movements.sort((one, other) => one.at - other.at)
}
