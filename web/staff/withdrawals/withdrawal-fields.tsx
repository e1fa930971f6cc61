import { clsx } from 'clsx'
import { MOVING_PAYOUT_STATES, type PayoutBatchState, type PayoutState } from '#domain/withdrawals/payout'
import { type Bank, banks, parseBankReceiver, WithdrawMethod } from '#domain/withdrawals/receiver'
import type { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { withdrawalTones } from '../../shared/withdrawals/withdrawal-tones.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'

export const StatusBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={withdrawalTones[status]}>{staffWithdrawals.status[status]}</Badge>
)

export const payoutTones = {
  prepared: 'warning',
  ready: 'info',
  sending: 'info',
  pending: 'info',
  successful: 'success',
  failed: 'danger',
  dropped: 'neutral',
} as const satisfies Record<PayoutState, Tone>

export const PayoutBadge = ({ state }: { state: PayoutState }) => (
  <Badge tone={payoutTones[state]}>{staffWithdrawals.payouts.state[state]}</Badge>
)

/** What Paymob says of a payout that has not succeeded, in its own words and language. */
export function PayoutReason({ state, reason }: { state: PayoutState; reason: string | null }) {
  const t = useMessages(staffWithdrawals)
  if (reason === null || state === 'successful') return null
  return (
    <p className={clsx('basis-full text-sm', state === 'failed' ? 'text-danger-ink' : 'text-muted')}>
      {t.rich('payouts.reason', { reason, bdi: (text) => <bdi translate="no">{text}</bdi> })}
    </p>
  )
}

/** Whether the money is on its way: then the request is not decided otherwise. */
export const isMoving = ({ state }: { state: PayoutState }): boolean =>
  MOVING_PAYOUT_STATES.some((moving) => moving === state)

export const batchTones = {
  waiting: 'warning',
  moving: 'info',
  done: 'success',
  failed: 'danger',
  dropped: 'neutral',
} as const satisfies Record<PayoutBatchState, Tone>

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
