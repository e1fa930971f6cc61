import { type Bank, banks, parseBankReceiver, WithdrawMethod } from '#domain/withdrawals/receiver'
import type { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { withdrawalTones } from '../../shared/withdrawals/withdrawal-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'

export const StatusBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={withdrawalTones[status]}>{staffWithdrawals.status[status]}</Badge>
)

type To = { method: WithdrawMethod; receiver: string }

/** Null for other methods. */
export const bankOf = ({ method, receiver }: To): Bank | null =>
  (method === WithdrawMethod.Bank && banks.find((bank) => bank === parseBankReceiver(receiver).bank)) || null

/** Without the bank. */
export const numberOf = ({ method, receiver }: To): string =>
  method === WithdrawMethod.Bank ? parseBankReceiver(receiver).account : receiver

/** The bank's short name precedes its number; only the number is copied. */
export const Receiver = (to: To) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
    {to.method === WithdrawMethod.Bank && (
      <bdi translate="no" className="font-semibold">
        {bankOf(to)}
      </bdi>
    )}
    <Copyable text={numberOf(to)} />
  </span>
)
