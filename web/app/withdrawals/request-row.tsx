import { CircleX, Landmark, ReceiptText, Smartphone, Zap } from 'lucide-react'
import type { Invoice, ListedInvoice } from '#contract/invoices'
import { fromIso, localDay } from '#domain/cairo'
import { innerText } from '#domain/rich-text'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus, whyNotWithdrawalStatus } from '#domain/withdrawals/statuses'
import { enums } from '#messages/enums'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import { withdrawalTones } from '../../shared/withdrawals/withdrawal-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Icon } from '../../ui/icon.ts'
import { receiverWords } from './receiver-words.ts'

const { PendingApproval, PendingCancellation, Canceled, Approved, Rejected } = WithdrawalStatus

const states: Record<WithdrawalStatus, keyof typeof withdrawals.history.state> = {
  [PendingApproval]: 'waiting',
  [PendingCancellation]: 'canceling',
  [Canceled]: 'canceled',
  [Approved]: 'paid',
  [Rejected]: 'rejected',
}
const icons: Record<WithdrawMethod, Icon> = {
  [WithdrawMethod.Wallet]: Smartphone,
  [WithdrawMethod.Bank]: Landmark,
  [WithdrawMethod.Instapay]: Zap,
}

/** A cancellation by the staff has another text than one that the tutor requested. */
const stateOf = ({ status, cancellationAsked }: Invoice) =>
  status === Canceled && !cancellationAsked ? 'canceledByStaff' : states[status]

/** A second cancellation request would change nothing, so it is not offered. */
const isCancelable = ({ status }: Invoice): boolean =>
  status !== PendingCancellation && whyNotWithdrawalStatus(status, PendingCancellation, 'receiver') === null

type RequestRowProps = { request: ListedInvoice; onCancel: () => void; onReceipt: () => void }

/** One request: amount, receiver, status, notes and actions. */
export function RequestRow({ request, onCancel, onReceipt }: RequestRowProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const { status, method, tutorNote, adminNote, receipt } = request
  const amount = format.money(request.amount)
  const to = receiverWords(method, request.receiver)
  const Glyph = icons[method]
  const state = stateOf(request)
  const word =
    state === 'canceled' || state === 'canceledByStaff' ? t(`history.${state}`) : enums.withdrawalStatus[status]
  return (
    <Card padding="none" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 p-4 sm:gap-x-4 sm:p-5">
      <span className="row-span-2 grid size-11 place-items-center rounded-control bg-brand-soft text-brand-ink">
        <Glyph aria-hidden className="size-5.5" />
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong translate="no" className="figures text-lg leading-tight">
          {amount}
        </strong>
        <Badge tone={withdrawalTones[status]}>{word}</Badge>
        <time dateTime={request.createdAt} className="text-muted text-sm sm:ms-auto">
          {t('history.requestedOn', { moment: format.moment(fromIso(request.createdAt)) })}
        </time>
      </div>
      <div className="col-start-2 mt-1 flex flex-col gap-2">
        <p className="text-sm">
          {to.place}{' '}
          <bdi translate="no" className="figures text-muted">
            {to.number}
          </bdi>
        </p>
        <p>{t(`history.state.${state}`, { day: format.date(localDay(fromIso(request.updatedAt))) })}</p>
        {request.coolingOff && (
          <p className="text-sm">
            {t('coolingOff.title', { moment: format.moment(fromIso(request.coolingOff.until)) })}
          </p>
        )}
        {adminNote && <Quote label={t('history.adminNote')}>{innerText(adminNote)}</Quote>}
        {tutorNote && <Quote label={t('history.note')}>{innerText(tutorNote)}</Quote>}
        {(receipt || isCancelable(request)) && (
          <div className="-ms-3 flex flex-wrap gap-x-2">
            {receipt && (
              <Button
                variant="ghost"
                size="sm"
                icon={ReceiptText}
                onClick={onReceipt}
                aria-label={t('history.receiptOf', { amount })}
              >
                {t('history.receipt')}
              </Button>
            )}
            {isCancelable(request) && (
              <Button
                variant="danger-ghost"
                size="sm"
                icon={CircleX}
                onClick={onCancel}
                aria-label={t('history.cancelOf', { amount })}
              >
                {t('history.cancel')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

function Quote({ label, children }: { label: string; children: string }) {
  return (
    <p className="whitespace-pre-line rounded-control bg-sunken px-3 py-2 text-sm">
      <b className="block">{label}</b>
      <span dir="auto" lang={writtenIn(children)} className="block">
        {children}
      </span>
    </p>
  )
}
