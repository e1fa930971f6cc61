import type { ErrorCode } from '#domain/errors'
import { type Transition, transitionTo } from '#domain/transitions'

/** A withdrawal request is called an invoice on the wire (docs/rules/money.md 9.5). */
export const WithdrawalStatus = {
  PendingApproval: 0,
  PendingCancellation: 1,
  Canceled: 2,
  Approved: 3,
  Rejected: 4,
} as const
export type WithdrawalStatus = (typeof WithdrawalStatus)[keyof typeof WithdrawalStatus]

export type WithdrawalActor = 'receiver' | 'admin'

const { PendingApproval, PendingCancellation, Canceled, Approved, Rejected } = WithdrawalStatus
const open = [PendingApproval, PendingCancellation] as const

/** A request starts pending approval; canceled, approved and rejected are final (docs/rules/money.md 9.5). */
export const withdrawalTransitions = [
  { from: open, event: 'request-cancellation', to: PendingCancellation, who: ['receiver'] },
  { from: [PendingCancellation], event: 'refuse-cancellation', to: PendingApproval, who: ['admin'] },
  { from: open, event: 'cancel', to: Canceled, who: ['admin'] },
  { from: open, event: 'approve', to: Approved, who: ['admin'] },
  { from: open, event: 'reject', to: Rejected, who: ['admin'] },
] as const satisfies readonly Transition<WithdrawalStatus, string, WithdrawalActor>[]

/** Only the transitions of the table above are allowed, each to its actors only. */
export const whyNotWithdrawalStatus = (
  from: WithdrawalStatus,
  to: WithdrawalStatus,
  who: WithdrawalActor,
): ErrorCode | null => (transitionTo(withdrawalTransitions, from, to, who) ? null : 'illegal-invoice-update')
