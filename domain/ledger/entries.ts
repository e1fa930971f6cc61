import type { Piastres } from '#domain/money'
import type { Provider } from '#domain/payments/methods'
import { type Account, COMPANY_ACCOUNTS, providerAccount, tutorAccount } from './accounts.ts'

/** Piastres: positive where the account is credited, negative where it is debited. */
export type EntryLine = { account: Account; amount: Piastres }

/** A fact that moved money, by its kind and the id of what it is about: posted once, as lines that sum to zero. */
export type Entry = { fact: Fact; factId: number; lines: readonly EntryLine[] }

/** The facts that are posted (docs/rules/money.md 8.1). */
export type Fact = 'payment' | 'gateway-fee' | 'refund' | 'earning' | 'withdrawal' | 'withdrawal-return' | 'payout'

const { sales, bank, withdrawals } = COMPANY_ACCOUNTS

/** One amount from an account that is debited to one that is credited; null where nothing moves. */
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

type OrderRef = { txId: number; provider: Provider }

/** A provider has taken a student's money for us. */
export const paymentEntry = ({ txId, provider, amount }: OrderRef & { amount: Piastres }) =>
  transfer('payment', txId, providerAccount(provider), sales, amount)

/** A provider keeps part of an order as its fee. */
export const feeEntry = ({ txId, provider, fee }: OrderRef & { fee: Piastres }) =>
  transfer('gateway-fee', txId, COMPANY_ACCOUNTS['gateway-fees'], providerAccount(provider), fee)

/** A provider has given money back to a student. */
export const refundEntry = (refund: { refundId: number; provider: Provider; amount: Piastres }) =>
  transfer('refund', refund.refundId, sales, providerAccount(refund.provider), refund.amount)

/**
 * A lesson is over: its price is the tutor's. Lessons of tutor managers are free and post nothing
 * (docs/rules/money.md 8.2).
 */
export const earningEntry = (lesson: { lessonId: number; tutorId: number; price: Piastres }) =>
  transfer('earning', lesson.lessonId, COMPANY_ACCOUNTS['tutor-pay'], tutorAccount(lesson.tutorId), lesson.price)

/** A request for earnings, and whose it is. */
export type WithdrawalRequest = { withdrawalId: number; tutorId: number; amount: Piastres }

/** A tutor asks for earnings: they are set aside until the request is decided. */
export const withdrawalEntry = ({ withdrawalId, tutorId, amount }: WithdrawalRequest) =>
  transfer('withdrawal', withdrawalId, tutorAccount(tutorId), withdrawals, amount)

/** A request was canceled or rejected: its money is the tutor's to withdraw again. */
export const withdrawalReturnEntry = ({ withdrawalId, tutorId, amount }: WithdrawalRequest) =>
  transfer('withdrawal-return', withdrawalId, withdrawals, tutorAccount(tutorId), amount)

/** A request was approved: its money has left the bank. */
export const payoutEntry = ({ withdrawalId, amount }: WithdrawalRequest) =>
  transfer('payout', withdrawalId, withdrawals, bank, amount)

/** Whether an entry may stand: at least two lines that sum to zero. */
export const isBalanced = ({ lines }: Entry): boolean =>
  lines.length >= 2 && lines.reduce((sum, line) => sum + line.amount, 0) === 0
