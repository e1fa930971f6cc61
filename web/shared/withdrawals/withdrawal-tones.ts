import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { Tone } from '../../ui/badge.tsx'

/** Of the badge of a withdrawal, for tutors and staff: it warns of a request whose tutor no longer wants the money. */
export const withdrawalTones: Record<WithdrawalStatus, Tone> = {
  [WithdrawalStatus.PendingApproval]: 'info',
  [WithdrawalStatus.PendingCancellation]: 'warning',
  [WithdrawalStatus.Canceled]: 'neutral',
  [WithdrawalStatus.Approved]: 'success',
  [WithdrawalStatus.Rejected]: 'danger',
}
