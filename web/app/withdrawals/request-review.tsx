import type { ReactNode } from 'react'
import type { Piastres } from '#domain/money'
import { enums } from '#messages/enums'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { receiverWords } from './receiver-words.ts'
import type { WithdrawalRequest } from './request-schema.ts'

type RequestReviewProps = {
  request: WithdrawalRequest
  spendable: Piastres
  /** The code of a refusal that is about no field of the form. */
  failure: string | null
}

/** A confirmation before the request is sent, because a transfer to a wrong number can rarely be recovered. */
export function RequestReview({ request, spendable, failure }: RequestReviewProps) {
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
