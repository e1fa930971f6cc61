import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import type { Invoice } from '#contract/invoices'
import type { Piastres } from '#domain/money'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RequestFields } from './request-fields.tsx'
import { RequestReview, ReviewButtons } from './request-review.tsx'
import { fieldOf, mistakesIn, openedWith, type Typed, type Wanted, wantedOf } from './typed-request.ts'
import { useCreateRequest } from './use-create-request.ts'

type RequestFormProps = {
  spendable: Piastres
  /** The newest request: the money goes to the same place again, unless it is changed. */
  last: Invoice | null
  phone: string | null
  onClose: () => void
}

const FORM = 'withdrawal'

/** Each box by the rule of `domain/` that the server holds it to, and the amount also against the balance. */
const resolverOf =
  (spendable: Piastres): Resolver<Typed> =>
  (typed) => {
    const mistakes = Object.entries(mistakesIn(typed, spendable))
    if (mistakes.length === 0) return { values: typed, errors: {} }
    const errors = mistakes.map(([field, message]) => [field, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Typed> }
  }

/** Asking for earnings: what is typed, then once more to read over before it is sent. */
export function RequestForm({ spendable, last, phone, onClose }: RequestFormProps) {
  const t = useMessages(withdrawals)
  const [reviewed, setReviewed] = useState<Wanted | null>(null)
  const form = useForm<Typed>({ resolver: resolverOf(spendable), defaultValues: openedWith(last, phone) })
  const create = useCreateRequest(onClose, (code) => {
    const field = fieldOf(code)
    if (!field) return
    flushSync(() => setReviewed(null))
    form.setError(field, { message: code }, { shouldFocus: true })
  })
  const review = form.handleSubmit((typed) => setReviewed(wantedOf(typed)))
  const edit = () => {
    flushSync(() => setReviewed(null))
    form.setFocus('amount')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      closable={!create.isPending}
      title={t(reviewed ? 'review.title' : 'form.title')}
      description={reviewed && t('review.text')}
      footer={
        reviewed ? (
          <ReviewButtons isSending={create.isPending} onEdit={edit} onConfirm={() => create.send(reviewed)} />
        ) : (
          <Button type="submit" form={FORM} size="lg">
            {t('form.next')}
          </Button>
        )
      }
    >
      {reviewed ? (
        <RequestReview
          wanted={reviewed}
          spendable={spendable}
          failed={create.isError && !fieldOf(create.code) ? create.code : null}
        />
      ) : (
        <form id={FORM} noValidate onSubmit={review} className="flex flex-col gap-5">
          <RequestFields form={form} spendable={spendable} />
        </form>
      )}
    </Dialog>
  )
}
