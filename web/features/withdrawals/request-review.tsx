import { type ReactNode, useRef } from 'react'
import type { Piastres } from '#domain/money'
import { enums } from '../../i18n/ar/enums.ts'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeText } from '../../lib/error-text.ts'
import { useFormat } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { receiverWords } from './receiver-words.ts'
import type { Wanted } from './typed-request.ts'

type RequestReviewProps = {
  wanted: Wanted
  spendable: Piastres
  isSending: boolean
  /** The code of a refusal that is about no box of the form. */
  failed: string | null
  onEdit: () => void
  onConfirm: () => void
  onClose: () => void
}

/** The last look before it is sent: a transfer to a wrong number seldom comes back. */
export function RequestReview(props: RequestReviewProps) {
  const { wanted, spendable, isSending, failed, onEdit, onConfirm, onClose } = props
  const t = useMessages(withdrawals)
  const format = useFormat()
  const confirm = useRef<HTMLButtonElement>(null)
  const { place, number } = receiverWords(wanted.method, wanted.receiver)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      closable={!isSending}
      title={t('review.title')}
      description={t('review.text')}
      initialFocus={confirm}
      footer={
        <>
          <Button variant="secondary" size="lg" disabled={isSending} onClick={onEdit}>
            {t('review.edit')}
          </Button>
          <Button ref={confirm} size="lg" loading={isSending} onClick={onConfirm}>
            {t('review.confirm')}
          </Button>
        </>
      }
    >
      {failed && (
        <div className="mb-4">
          <Banner tone="danger" title={t('form.failed')} announce="alert">
            {codeText(failed)}
          </Banner>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 rounded-control bg-sunken p-4">
        <Line label={t('review.amount')}>
          <strong className="figures text-xl">{format.money(wanted.amount)}</strong>
        </Line>
        <Line label={t('review.method')}>{enums.withdrawMethod[wanted.method]}</Line>
        <Line label={t('review.to')}>
          {place !== enums.withdrawMethod[wanted.method] && <span className="block">{place}</span>}
          <bdi dir="ltr" className="figures break-all">
            {number}
          </bdi>
        </Line>
        <Line label={t('review.left')}>
          <span className="figures">{format.money(spendable - wanted.amount)}</span>
        </Line>
        <Line label={t('review.arrives')}>{t('review.arrivesIn')}</Line>
      </dl>
    </Dialog>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
