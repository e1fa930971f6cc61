import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { confirmPayoutBatch, dropPayoutBatch, endPayout } from '#contract/calls/payouts'
import type { Answer } from '#contract/client'
import type { BatchPayout, getPayoutBatch, PayoutBatch } from '#contract/payouts'
import { fromIso } from '#domain/cairo'
import { payoutBatchStateOf } from '#domain/withdrawals/payout'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PanelSection, RecordPanel } from '../table/shared/record-panel.tsx'
import { payoutBatchQuery, refetchWithdrawals } from './queries.ts'
import { useShownWithdrawal } from './search-params.ts'
import { batchTones, PayoutBadge, PayoutReason, Receiver } from './withdrawal-fields.tsx'

/** A batch of payouts: who has confirmed it, how far it is, and what became of each (docs/rules/money.md 10.4). */
export function PayoutPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const query = useQuery(payoutBatchQuery(id))
  const batch = query.data?.batch
  return (
    <RecordPanel
      query={query}
      title={t('payouts.batchTitle', { id: String(id) })}
      description={batch && t('payouts.summary', { count: batch.count, amount: format.money(batch.total) })}
      loading={t('payouts.loading')}
      footer={(found) => (payoutBatchStateOf(found.batch) === 'waiting' ? <BatchActions batch={found.batch} /> : null)}
      onClose={onClose}
    >
      {(found) => <Content {...found} />}
    </RecordPanel>
  )
}

function Content({ batch, payouts }: Answer<typeof getPayoutBatch>) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const { count, createdBy, createdAt, confirmedBy, confirmedAt, droppedBy, droppedAt, failed } = batch
  const ended = batch.successful + failed + batch.dropped
  const nameOf = ({ name }: PayoutBatch['createdBy']) => name ?? t('nameless')
  const at = (instant: string) => format.moment(fromIso(instant))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p>
          <Badge tone={batchTones[payoutBatchStateOf(batch)]}>
            {t(`payouts.batchState.${payoutBatchStateOf(batch)}`)}
          </Badge>
        </p>
        <ul className="text-muted text-sm">
          <li>{t('payouts.preparedBy', { name: nameOf(createdBy), moment: at(createdAt) })}</li>
          {confirmedBy && confirmedAt && (
            <li>{t('payouts.confirmedBy', { name: nameOf(confirmedBy), moment: at(confirmedAt) })}</li>
          )}
          {droppedBy && droppedAt && (
            <li>{t('payouts.droppedBy', { name: nameOf(droppedBy), moment: at(droppedAt) })}</li>
          )}
        </ul>
      </div>
      {confirmedAt && (
        <div className="flex flex-col gap-2">
          <ProgressBar
            label={t('payouts.progress')}
            value={ended}
            max={count}
            valueText={t('payouts.progressText', { ended: format.number(ended), count: format.number(count) })}
            tone={failed > 0 ? 'danger' : 'success'}
          />
          <p>{t('payouts.paidSum', { amount: format.money(batch.successfulTotal) })}</p>
          {failed > 0 && <p className="text-danger-ink">{t('payouts.failedNote', { count: failed })}</p>}
        </div>
      )}
      <PanelSection title={t('payouts.list')}>
        <ul className="flex flex-col divide-y divide-line">
          {payouts.map((one) => (
            <Payout key={one.id} payout={one} batchId={batch.id} />
          ))}
        </ul>
      </PanelSection>
    </div>
  )
}

function Payout({ payout, batchId }: { payout: BatchPayout; batchId: number }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const { openRequest } = useShownWithdrawal()
  const { invoice, fullName, amount, state } = payout
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <Button variant="ghost" size="sm" onClick={() => openRequest(invoice.id)}>
        {t('panel.title', { id: String(invoice.id) })}
      </Button>
      <span>{fullName}</span>
      <Receiver {...invoice} />
      <span translate="no" className="figures ms-auto font-semibold">
        {format.money(amount)}
      </span>
      <PayoutBadge state={state} />
      <PayoutReason {...payout} />
      {payout.isStuck && <StuckPayout payout={payout} batchId={batchId} />}
    </li>
  )
}

/** What staff have learnt of a payout that Paymob does not end (docs/rules/money.md 10.8). */
function StuckPayout({ payout, batchId }: { payout: BatchPayout; batchId: number }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const client = useQueryClient()
  const [found, setFound] = useState<'paid' | 'not-paid' | null>(null)
  const amount = format.money(payout.amount)
  const end = (what: 'paid' | 'not-paid', reason: string) => {
    const sent = { params: { id: batchId }, body: { payoutId: payout.id, found: what } }
    return announce(request(endPayout, sent, { reason }), {
      done: t(`payouts.stuck.${what}.done`, { amount }),
      failed: t('failed'),
    }).finally(() => refetchWithdrawals(client))
  }
  return (
    <div className="flex basis-full flex-wrap items-center gap-2">
      <p className="basis-full text-muted text-sm">{t('payouts.stuck.note')}</p>
      {(['paid', 'not-paid'] as const).map((what) => (
        <Button key={what} variant="secondary" size="sm" onClick={() => setFound(what)}>
          {t(`payouts.stuck.${what}.action`)}
        </Button>
      ))}
      {found && (
        <ReasonDialog
          title={t(`payouts.stuck.${found}.title`, { amount, name: payout.fullName })}
          description={t(`payouts.stuck.${found}.text`)}
          confirmLabel={t(`payouts.stuck.${found}.action`)}
          tone="warning"
          onConfirm={(reason) => end(found, reason)}
          onClose={() => setFound(null)}
        />
      )}
    </div>
  )
}

function BatchActions({ batch }: { batch: PayoutBatch }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const client = useQueryClient()
  const me = useMe()
  const [asked, setAsked] = useState<'confirm' | 'drop' | null>(null)
  const { id, prepared, preparedTotal, createdBy } = batch
  const amount = format.money(preparedTotal)
  const isOwn = me.id === createdBy.id
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOwn && <p className="basis-full text-muted">{t('payouts.own')}</p>}
      {!isOwn && prepared > 0 && (
        <Button icon={Send} onClick={() => setAsked('confirm')}>
          {t('payouts.confirmBatch', { amount })}
        </Button>
      )}
      <Button variant="danger-ghost" icon={Trash2} onClick={() => setAsked('drop')}>
        {t('payouts.drop')}
      </Button>
      {asked === 'confirm' && (
        <ConfirmDialog
          open
          onClose={close}
          icon={Send}
          title={t('payouts.confirmTitle', { amount })}
          description={t('payouts.confirmText', { count: prepared, name: createdBy.name ?? t('nameless') })}
          confirmLabel={t('payouts.confirm', { amount })}
          cancelLabel={t('payouts.keep')}
          onConfirm={() =>
            announce(request(confirmPayoutBatch, { params: { id } }), {
              done: t('payouts.confirmDone', { amount }),
              failed: t('payouts.failed'),
            }).finally(() => refetchWithdrawals(client))
          }
        />
      )}
      {asked === 'drop' && (
        <ReasonDialog
          title={t('payouts.dropTitle', { id: String(id) })}
          description={t('payouts.dropText', { count: prepared })}
          confirmLabel={t('payouts.drop')}
          onConfirm={(reason) =>
            announce(request(dropPayoutBatch, { params: { id } }, { reason }), {
              done: t('payouts.dropDone', { id: String(id) }),
              failed: t('failed'),
            }).finally(() => refetchWithdrawals(client))
          }
          onClose={close}
        />
      )}
    </div>
  )
}
