import { parseBankReceiver, WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'

const tones: Record<WithdrawalStatus, Tone> = {
  [WithdrawalStatus.PendingApproval]: 'info',
  [WithdrawalStatus.PendingCancellation]: 'warning',
  [WithdrawalStatus.Canceled]: 'neutral',
  [WithdrawalStatus.Approved]: 'success',
  [WithdrawalStatus.Rejected]: 'danger',
}

export const StatusBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={tones[status]}>{staffWithdrawals.status[status]}</Badge>
)

type To = { method: WithdrawMethod; receiver: string }

/** The bank's short name precedes its number; only the number is copied. */
export const placeOf = ({ method, receiver }: To): string =>
  method === WithdrawMethod.Bank ? parseBankReceiver(receiver).bank : enums.withdrawMethod[method]

export const numberOf = ({ method, receiver }: To): string =>
  method === WithdrawMethod.Bank ? parseBankReceiver(receiver).account : receiver

export const Receiver = (to: To) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
    {to.method === WithdrawMethod.Bank && <bdi className="font-semibold">{placeOf(to)}</bdi>}
    <Copyable text={numberOf(to)} />
  </span>
)
