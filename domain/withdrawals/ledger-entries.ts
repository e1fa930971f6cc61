import type { Piastres } from '#domain/money'
import type { Provider } from '#domain/payments/methods'
import { type Account, COMPANY_ACCOUNTS, providerAccount, tutorAccount } from './ledger-accounts.ts'

/** Piastres: positive where the account is credited, negative where it is debited. */
export type EntryLine = { account: Account; amount: Piastres }

/** A fact that moved money, identified by its kind and a row id. It is posted once, as lines that sum to zero. */
export type Entry = { fact: Fact; factId: number; lines: readonly EntryLine[] }

/** The facts that the ledger can hold (docs/rules/money.md 8.1). */
export const factKinds = [
  'payment',
  'gateway-fee',
  'refund',
  'earning',
  'withdrawal',
  'withdrawal-return',
  'payout',
  'unused-minutes',
  'chargeback',
  'correction',
] as const

/** The facts that are posted. */
export type Fact =
  | 'payment'
  | 'gateway-fee'
  | 'refund'
  | 'earning'
  | 'withdrawal'
  | 'withdrawal-return'
  | 'payout'
  | 'correction'

/** The facts of tutors' earnings and payouts, which make up most entries and have no line on the sales account. */
export const TUTOR_FACTS = ['earning', 'withdrawal', 'withdrawal-return', 'payout'] as const satisfies readonly Fact[]

const { sales, bank, payouts, withdrawals } = COMPANY_ACCOUNTS

/**
 * Debits `from` and credits `to`; null for an amount of zero.
 * @throws RangeError for an amount that is negative or not a whole number of piastres.
 */
function transfer(fact: Fact, factId: number, from: Account, to: Account, amount: Piastres): Entry | null {
  if (amount === 0) return null
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${fact} ${factId}: ${amount} is no amount`)
  return {
    fact,
    factId,
    lines: [
      { account: from, amount: -amount },
      { account: to, amount },
    ],
  }
}

type OrderRef = { orderId: number; provider: Provider }

/** A gateway received a student's payment. */
export const paymentEntry = ({ orderId, provider, amount }: OrderRef & { amount: Piastres }) =>
  transfer('payment', orderId, providerAccount(provider), sales, amount)

/** A gateway keeps its fee for an order. */
export const feeEntry = ({ orderId, provider, fee }: OrderRef & { fee: Piastres }) =>
  transfer('gateway-fee', orderId, COMPANY_ACCOUNTS['gateway-fees'], providerAccount(provider), fee)

/** A gateway refunded a student. */
export const refundEntry = (refund: { refundId: number; provider: Provider; amount: Piastres }) =>
  transfer('refund', refund.refundId, sales, providerAccount(refund.provider), refund.amount)

/**
 * A lesson has ended, which credits its price to the tutor. Lessons of tutor managers are free and post nothing
 * (docs/rules/money.md 8.2).
 */
export const earningEntry = (lesson: { lessonId: number; tutorId: number; price: Piastres }) =>
  transfer('earning', lesson.lessonId, COMPANY_ACCOUNTS['tutor-pay'], tutorAccount(lesson.tutorId), lesson.price)

/**
 * A decision about a lesson changes its tutor's earnings by `amount`: a negative amount takes the lesson's pay back, a
 * positive one restores it (docs/rules/lessons.md 8.3).
 */
export function earningCorrectionEntry(decision: { decisionId: number; tutorId: number; amount: Piastres }) {
  const { decisionId, tutorId, amount } = decision
  const [tutor, pay] = [tutorAccount(tutorId), COMPANY_ACCOUNTS['tutor-pay']]
  return amount < 0
    ? transfer('correction', decisionId, tutor, pay, -amount)
    : transfer('correction', decisionId, pay, tutor, amount)
}

/** A tutor's request to withdraw piastres of their earnings. */
export type WithdrawalRequest = { withdrawalId: number; tutorId: number; amount: Piastres }

/** A withdrawal was requested: its amount is reserved until the request is decided. */
export const withdrawalEntry = ({ withdrawalId, tutorId, amount }: WithdrawalRequest) =>
  transfer('withdrawal', withdrawalId, tutorAccount(tutorId), withdrawals, amount)

/** A withdrawal was canceled or rejected: its amount returns to the tutor's account. */
export const withdrawalReturnEntry = ({ withdrawalId, tutorId, amount }: WithdrawalRequest) =>
  transfer('withdrawal-return', withdrawalId, withdrawals, tutorAccount(tutorId), amount)

/** A withdrawal was approved and paid out: from the bank, or by Paymob Payouts (docs/rules/money.md 10.5). */
export const payoutEntry = (
  { withdrawalId, amount }: Omit<WithdrawalRequest, 'tutorId'>,
  by: 'bank' | 'payouts' = 'bank',
) => transfer('payout', withdrawalId, withdrawals, by === 'bank' ? bank : payouts, amount)

/** An entry has at least two lines, which sum to zero. */
export const isBalanced = ({ lines }: Entry): boolean =>
  lines.length >= 2 && lines.reduce((sum, line) => sum + line.amount, 0) === 0
