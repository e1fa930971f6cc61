import type { ReactNode } from 'react'
import type { Answer } from '#contract/client'
import type { invoiceStats } from '#contract/invoices'
import { fromIso } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { coolingOffOf } from '#domain/withdrawals/cooling-off'
import { enums } from '#messages/enums'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { receiverWords } from './receiver-words.ts'
import type { WithdrawalRequest } from './request-schema.ts'

export type History = Answer<typeof invoiceStats>['history']

type RequestReviewProps = {
  request: WithdrawalRequest
  spendable: Piastres
  history: History
  /** The code of a refusal that is about no field of the form. */
  failure: string | null
}

/** A confirmation before the request is sent, because a transfer to a wrong number can rarely be recovered. */
export function RequestReview({ request, spendable, history, failure }: RequestReviewProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const { place, number } = receiverWords(request.method, request.receiver)
  const method = enums.withdrawMethod[request.method]
  return (
    <>
      {failure && (
        <div className="mb-4">
          <Banner tone="danger" title={t('form.failed')} announce="alert">
            {codeText(failure)}
          </Banner>
        </div>
      )}
      <CoolingOffNote request={request} history={history} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 rounded-control bg-sunken p-4">
        <Term label={t('review.amount')}>
          <strong translate="no" className="figures text-xl">
            {format.money(request.amount)}
          </strong>
        </Term>
        <Term label={t('review.method')}>{method}</Term>
        <Term label={t('review.to')}>
          {place !== method && <span className="block">{place}</span>}
          <bdi translate="no" dir="ltr" className="figures break-all">
            {number}
          </bdi>
        </Term>
        <Term label={t('review.left')}>
          <span translate="no" className="figures">
            {format.money(spendable - request.amount)}
          </span>
        </Term>
        <Term label={t('review.arrives')}>{t('review.arrivesIn')}</Term>
      </dl>
    </>
  )
}

/** When the request may be paid, if its receiver or the account's credentials are new (docs/rules/money.md 9.10). */
function CoolingOffNote({ request: { receiver }, history }: Pick<RequestReviewProps, 'request' | 'history'>) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const now = useNow(60_000)
  const changes = history.changes.map(({ credential, changedAt }) => ({ credential, changedAt: fromIso(changedAt) }))
  const coolingOff = coolingOffOf({ receiver, askedAt: now }, { ...history, changes }, now)
  if (!coolingOff) return null
  return (
    <div className="mb-4">
      <Banner tone="info" title={t('coolingOff.title', { moment: format.moment(coolingOff.until) })}>
        {t('coolingOff.because', {
          causes: format.list(coolingOff.causes.map((cause) => t(`coolingOff.causes.${cause}`))),
        })}
      </Banner>
    </div>
  )
}

type ReviewButtonsProps = { isSending: boolean; onEdit: () => void; onConfirm: () => void }

/** The confirm button is focused as soon as the review is shown. */
export function ReviewButtons({ isSending, onEdit, onConfirm }: ReviewButtonsProps) {
  const t = useMessages(withdrawals)
  return (
    <>
      <Button ref={focusOnMount} size="lg" loading={isSending} onClick={onConfirm}>
        {t('review.confirm')}
      </Button>
      <Button variant="secondary" size="lg" disabled={isSending} onClick={onEdit}>
        {t('review.edit')}
      </Button>
    </>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
