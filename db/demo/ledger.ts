import type { Instant } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { FactKind } from '../schema/ledger.ts'
import type { Lesson } from './lessons.ts'
import type { Outcomes } from './outcomes.ts'
import type { Payment } from './subscriptions.ts'
import type { Withdrawal } from './withdrawals.ts'

/** A fact that moved piastres: the account `from` is debited, the account `to` credited. */
export type LedgerMovement = {
  fact: FactKind
  factId: number
  from: string
  to: string
  amount: number
  at: Instant
}

export type LedgerAccount = {
  code: string
  kind: 'asset' | 'liability' | 'income' | 'expense'
  ownerId: number | null
  mustNotGoNegative: boolean
}

/** The company's accounts; each tutor has one with the code `tutor:<id>` in addition. */
export const COMPANY_ACCOUNTS: readonly LedgerAccount[] = [
  { code: 'fawry', kind: 'asset', ownerId: null, mustNotGoNegative: false },
  { code: 'bank', kind: 'asset', ownerId: null, mustNotGoNegative: false },
  { code: 'sales', kind: 'income', ownerId: null, mustNotGoNegative: false },
  { code: 'tutor-pay', kind: 'expense', ownerId: null, mustNotGoNegative: false },
  { code: 'withdrawals', kind: 'liability', ownerId: null, mustNotGoNegative: false },
]

const tutorAccountCode = (tutorId: number) => `tutor:${tutorId}`

export const tutorAccount = (tutorId: number): LedgerAccount => ({
  code: tutorAccountCode(tutorId),
  kind: 'liability',
  ownerId: tutorId,
  mustNotGoNegative: true,
})

const paymentMovement = ({ id, amount, at }: Payment): LedgerMovement => ({
  fact: 'payment',
  factId: id,
  from: 'fawry',
  to: 'sales',
  amount,
  at,
})

const earningMovement = ({ id, tutorId, price }: Lesson, at: Instant): LedgerMovement => ({
  fact: 'earning',
  factId: id,
  from: 'tutor-pay',
  to: tutorAccountCode(tutorId),
  amount: price,
  at,
})

/** A request reserves the money; a decision pays it out or returns it to the tutor. */
function withdrawalMovements({ id, userId, amount, status, at, changedAt }: Withdrawal): LedgerMovement[] {
  const own = tutorAccountCode(userId)
  const reservation: LedgerMovement = { fact: 'withdrawal', factId: id, from: own, to: 'withdrawals', amount, at }
  const decision = { factId: id, from: 'withdrawals', amount, at: changedAt }
  if (status === WithdrawalStatus.Approved) return [reservation, { ...decision, fact: 'payout', to: 'bank' }]
  if (status === WithdrawalStatus.Rejected || status === WithdrawalStatus.Canceled)
    return [reservation, { ...decision, fact: 'withdrawal-return', to: own }]
  return [reservation]
}

type Facts = {
  payments: readonly Payment[]
  lessons: readonly Lesson[]
  outcomes: Outcomes
  withdrawals: readonly Withdrawal[]
}

/** All movements, oldest first. Lessons with tutor managers, and those whose pay waits, move nothing. */
export function movementsOf(facts: Facts): LedgerMovement[] {
  const earnings = facts.lessons.flatMap((lesson) => {
    const earnedAt = facts.outcomes.get(lesson.id)?.earnedAt ?? null
    return earnedAt === null ? [] : [earningMovement(lesson, earnedAt)]
  })
  const received = facts.payments.filter((payment) => payment.status === TransactionStatus.Paid)
  const movements = [...received.map(paymentMovement), ...earnings, ...facts.withdrawals.flatMap(withdrawalMovements)]
  return movements.sort((one, other) => one.at - other.at)
}
