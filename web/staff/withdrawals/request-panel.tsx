import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ListedInvoice } from '#contract/invoices'
import { fromIso } from '#domain/cairo'
import { innerText } from '#domain/rich-text'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { Fact, PanelSection, RecordPanel } from '../table/shared/record-panel.tsx'
import { Decisions } from './decisions.tsx'
import { RequestFlags } from './flags.tsx'
import { balanceQuery, historyQuery, withdrawalQuery } from './queries.ts'
import { ReceiptPicture } from './receipt-picture.tsx'
import { useShownWithdrawal } from './search-params.ts'
import { isMoving, PayoutBadge, PayoutReason, Receiver, StatusBadge } from './withdrawal-fields.tsx'

type RequestPanelProps = { id: number; onClose: () => void }

/** One request with all that a decision needs; the address names it. */
export function RequestPanel({ id, onClose }: RequestPanelProps) {
  const t = useMessages(staffWithdrawals)
  return (
    <RecordPanel
      query={useQuery(withdrawalQuery(id))}
      title={t('panel.title', { id: String(id) })}
      loading={t('panel.loading')}
      missing={<p>{t('panel.missing')}</p>}
      footer={(withdrawal) => <Decisions withdrawal={withdrawal} />}
      onClose={onClose}
    >
      {(withdrawal) => <Request withdrawal={withdrawal} />}
    </RecordPanel>
  )
}

function Request({ withdrawal }: { withdrawal: ListedInvoice }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const now = useNow(60_000)
  const { id, tutor, amount, status, createdAt, tutorNote, adminNote, receipt, payout } = withdrawal
  const requested = fromIso(createdAt)
  return (
    <div className="flex flex-col gap-5">
      <RecordPresence kind="withdrawal" id={id} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong translate="no" className="figures text-2xl leading-tight">
          {format.money(amount)}
        </strong>
        <StatusBadge status={status} />
        <span className="text-muted text-sm">
          {t('panel.requested', { moment: format.moment(requested), age: format.relative(requested, now) })}
        </span>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={t('panel.tutor')}>
          <span className="flex items-center gap-3">
            <Avatar id={tutor.id} name={tutor.name ?? t('nameless')} src={tutor.image} size="xs" />
            <Link
              to="/tutor/$id"
              params={{ id: String(tutor.id) }}
              className="inline-flex items-center gap-1.5 font-semibold text-brand-ink hover:underline"
            >
              {tutor.name ?? t('nameless')}
              <ExternalLink aria-hidden className="size-4" />
            </Link>
          </span>
        </Fact>
        <Fact label={t('panel.receiver')}>
          <Receiver {...withdrawal} />
        </Fact>
        {tutorNote && <Fact label={t('panel.note')}>{innerText(tutorNote)}</Fact>}
        <Fact label={t('panel.adminNote')}>
          {adminNote ? innerText(adminNote) : <span className="text-muted">{t('panel.noAdminNote')}</span>}
        </Fact>
      </dl>
      {payout && <PayoutState payout={payout} />}
      <RequestFlags id={id} />
      <Balance tutorId={tutor.id} />
      {receipt && (
        <PanelSection title={t('panel.receipt.title')}>
          <ReceiptPicture address={receipt} id={id} />
        </PanelSection>
      )}
      <TutorHistory tutorId={tutor.id} except={id} />
    </div>
  )
}

/** The newest attempt to pay the request by Paymob. */
function PayoutState({ payout }: { payout: NonNullable<ListedInvoice['payout']> }) {
  const t = useMessages(staffWithdrawals)
  const { openBatch } = useShownWithdrawal()
  const { batchId, state } = payout
  return (
    <PanelSection title={t('payouts.panel')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <PayoutBadge state={state} />
        <Button variant="ghost" size="sm" onClick={() => openBatch(batchId)}>
          {t('payouts.openBatch', { id: String(batchId) })}
        </Button>
        <PayoutReason {...payout} />
        {isMoving(payout) && <p className="basis-full text-muted text-sm">{t('payouts.moving')}</p>}
      </div>
    </PanelSection>
  )
}

function Balance({ tutorId }: { tutorId: number }) {
  const t = useMessages(staffWithdrawals)
  return (
    <QueryView
      query={useQuery(balanceQuery(tutorId))}
      loading={<Skeleton className="h-16 rounded-card" />}
      failed={{ title: t('panel.balance.failed') }}
    >
      {({ income, invoices, spendable }) => (
        <PanelSection title={t('panel.balance.title')}>
          <dl className="grid grid-cols-2 gap-3 rounded-card bg-sunken p-4 sm:grid-cols-4">
            <Amount label={t('panel.balance.past')} amount={income.past} />
            <Amount label={t('panel.balance.fulfilled')} amount={invoices.fulfilled} />
            <Amount label={t('panel.balance.pending')} amount={invoices.pending} />
            <Amount label={t('panel.balance.spendable')} amount={spendable} />
          </dl>
        </PanelSection>
      )}
    </QueryView>
  )
}

function Amount({ label, amount }: { label: string; amount: number }) {
  const format = useFormat()
  return (
    <div className="flex flex-col">
      <dt className="text-muted text-sm">{label}</dt>
      <dd translate="no" className="figures font-semibold">
        {format.money(amount)}
      </dd>
    </div>
  )
}

function TutorHistory({ tutorId, except }: { tutorId: number; except: number }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const { data } = useQuery(historyQuery(tutorId))
  const others = data?.list.filter(({ id }) => id !== except)
  if (!others) return null
  return (
    <PanelSection title={t('panel.history.title')}>
      {others.length === 0 && <p className="text-muted">{t('panel.history.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {others.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span translate="no" className="figures font-semibold">
              {format.money(one.amount)}
            </span>
            <StatusBadge status={one.status} />
            <bdi translate="no" className="text-muted text-sm">
              {one.receiver}
            </bdi>
            <time dateTime={one.createdAt} className="ms-auto text-muted text-sm">
              {format.moment(fromIso(one.createdAt))}
            </time>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
