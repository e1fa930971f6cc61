import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { createPayoutBatch } from '#contract/calls/payouts'
import type { Answer } from '#contract/client'
import type { ListedInvoice } from '#contract/invoices'
import type { payoutAccount } from '#contract/payouts'
import {
  MAX_IN_PAYOUT_BATCH,
  needsSecondAdmin,
  OPEN_PAYOUT_STATES,
  type PayoutState,
  payoutRouteOf,
} from '#domain/withdrawals/payout'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { payoutBudgetQuery, refetchWithdrawals } from './queries.ts'
import { useShownWithdrawal } from './search-params.ts'

type PayoutDialogProps = { rows: readonly ListedInvoice[]; clear: () => void; onClose: () => void }

/** Pays the selected requests by Paymob, once it has said what its account holds (docs/rules/money.md 10.4). */
export function PayoutDialog(props: PayoutDialogProps) {
  const t = useMessages(staffWithdrawals)
  const query = useQuery(payoutBudgetQuery)
  if (query.data) return <PayoutConfirmation {...props} account={query.data} />
  return (
    <Dialog open onClose={props.onClose} title={t('payouts.title')}>
      <QueryView
        query={query}
        loading={
          <Loading text={t('payouts.account')}>
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        }
        failed={{ title: t('payouts.accountFailed'), text: t('payouts.accountFailedText') }}
      >
        {() => null}
      </QueryView>
    </Dialog>
  )
}

const isOpen = (state: PayoutState | undefined): boolean => OPEN_PAYOUT_STATES.some((one) => one === state)

/** Those that wait and that Paymob can pay, and how many are left for another way. */
function payable(rows: readonly ListedInvoice[]) {
  const waiting = rows.filter(
    ({ status, payout, coolingOff }) =>
      status === WithdrawalStatus.PendingApproval && !coolingOff && !isOpen(payout?.state),
  )
  const routed = waiting.filter(({ method, receiver }) => payoutRouteOf(method, receiver) !== null)
  return {
    routed,
    total: routed.reduce((sum, { amount }) => sum + amount, 0),
    left: rows.length - waiting.length,
    byFile: waiting.length - routed.length,
  }
}

type ConfirmationProps = PayoutDialogProps & { account: Answer<typeof payoutAccount> }

function PayoutConfirmation({ rows, clear, onClose, account }: ConfirmationProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const { openBatch } = useShownWithdrawal()
  const { routed, total, left, byFile } = payable(rows)
  const { limit, budget, onItsWay } = account
  const afterwards = (budget ?? 0) - (onItsWay ?? 0) - total
  const isForTwo = needsSecondAdmin(total, limit)
  const amount = format.money(total)
  const refusal = whyNot()

  function whyNot(): string | null {
    if (routed.length === 0) return t('payouts.nothing')
    if (routed.length > MAX_IN_PAYOUT_BATCH) return t('payouts.tooMany')
    return afterwards < 0 ? t('payouts.tooLittle') : null
  }

  const send = async () => {
    if (refusal) throw new Error('nothing to pay')
    try {
      const body = { ids: routed.map(({ id }) => id) }
      const made = await request(createPayoutBatch, { body }, { idempotencyKey: keyOf(body) })
      clear()
      toast.success(made.needsSecond ? t('payouts.prepared', { id: String(made.id) }) : t('payouts.sent', { amount }))
      openBatch(made.id)
    } catch (error) {
      toast.error(t('payouts.failed'), { description: errorText(error) })
      throw error
    } finally {
      await refetchWithdrawals(client)
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone={refusal ? 'warning' : 'main'}
      icon={Send}
      title={t('payouts.title')}
      description={refusal ?? t('payouts.text', { count: routed.length, amount })}
      confirmLabel={isForTwo ? t('payouts.prepare') : t('payouts.confirm', { amount })}
      cancelLabel={t('payouts.keep')}
      onConfirm={send}
    >
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card bg-sunken p-4">
          <Sum label={t('payouts.budget')} piastres={budget ?? 0} />
          <Sum label={t('payouts.sum')} piastres={total} />
          {(onItsWay ?? 0) > 0 && <Sum label={t('payouts.onItsWay')} piastres={onItsWay ?? 0} />}
          {afterwards >= 0 && <Sum label={t('payouts.afterwards')} piastres={afterwards} />}
        </dl>
        <p className="text-muted text-sm">{t('payouts.fees')}</p>
        {byFile > 0 && <p className="text-muted">{t('payouts.byFile', { count: byFile })}</p>}
        {left > 0 && <p className="text-muted">{t('payouts.left', { count: left })}</p>}
        {!refusal && (
          <p className="font-semibold">
            {isForTwo ? t('payouts.second', { limit: format.money(limit) }) : t('payouts.final')}
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

function Sum({ label, piastres }: { label: string; piastres: number }) {
  const format = useFormat()
  return (
    <div className="flex flex-col">
      <dt className="text-muted text-sm">{label}</dt>
      <dd translate="no" className="figures font-semibold">
        {format.money(piastres)}
      </dd>
    </div>
  )
}
