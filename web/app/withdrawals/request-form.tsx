import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createInvoice } from '#contract/calls/invoices'
import type { Invoice } from '#contract/invoices'
import type { Piastres } from '#domain/money'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { refusedField } from '../../platform/refused-field.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.ts'
import { RequestFields } from './request-fields.tsx'
import { type History, RequestReview, ReviewButtons } from './request-review.tsx'
import { openedWith, requestOf, requestSchema, type WithdrawalRequest } from './request-schema.ts'
import { useWithdrawalLimits } from './shared/use-withdrawal-limits.ts'

/** After any other error the server may have stored the request: the same key must be sent again. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Sends a request once, however often it is pressed after a lost answer. */
function useCreateRequest(onDone: () => void, onRefused: (error: unknown) => void) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const queryClient = useQueryClient()
  const { keyOf, forget } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: WithdrawalRequest) => request(createInvoice, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ amount }) => {
      toast.success(t('done'), { description: t('doneText', { amount: format.money(amount) }) })
      onDone()
    },
    onError: (error) => {
      if (isRefused(error)) forget()
      onRefused(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.withdrawals }),
  })
}

type RequestFormProps = {
  spendable: Piastres
  /** What was paid before, and which credentials have changed: what the request waits for. */
  history: History
  /** The newest request: its method and receiver are the defaults. */
  last: Invoice | null
  phone: string | null
  onClose: () => void
}

const FORM = 'withdrawal'

/** Requests a withdrawal: a form, then a review before it is sent. */
export function RequestForm({ spendable, history, last, phone, onClose }: RequestFormProps) {
  const t = useMessages(withdrawals)
  const { limits } = useWithdrawalLimits()
  const [reviewed, setReviewed] = useState<WithdrawalRequest | null>(null)
  const form = useForm({
    schema: requestSchema(spendable, limits),
    defaultValues: openedWith(last, phone),
    send: async (typed) => setReviewed(requestOf(typed)),
  })
  // Synchronous: the fields must be in the page before one of them is marked and focused.
  const edit = () => flushSync(() => setReviewed(null))
  const create = useCreateRequest(onClose, (error) => {
    if (refusedField(codeOf(error)) === undefined) return
    edit()
    form.refuse(error)
  })
  const failure = create.isError ? codeOf(create.error) : null
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!create.isPending}
      title={t(reviewed ? 'review.title' : 'form.title')}
      description={reviewed && t('review.text')}
      footer={
        reviewed ? (
          <ReviewButtons isSending={create.isPending} onEdit={edit} onConfirm={() => create.mutate(reviewed)} />
        ) : (
          <Button type="submit" form={FORM} size="lg">
            {t('form.next')}
          </Button>
        )
      }
    >
      {reviewed ? (
        <RequestReview
          request={reviewed}
          spendable={spendable}
          history={history}
          failure={failure !== null && refusedField(failure) === undefined ? failure : null}
        />
      ) : (
        <Form id={FORM} form={form} takesFocus={form.attempt > 0} className="flex flex-col gap-5">
          <RequestFields form={form} spendable={spendable} limits={limits} />
        </Form>
      )}
    </Dialog>
  )
}
