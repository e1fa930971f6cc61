import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createInvoice } from '#contract/invoices'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import type { Wanted } from './typed-request.ts'

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** Sends a request once, however often it is pressed after a lost answer; what a refusal is about is told by its code. */
export function useCreateRequest(onDone: () => void, onRefused: (code: string) => void) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const queryClient = useQueryClient()
  const idempotencyKey = useRef(crypto.randomUUID())
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: (body: Wanted) => request(createInvoice, { body }, { idempotencyKey: idempotencyKey.current }),
    onSuccess: ({ amount }) => {
      toast.success(t('done'), { description: t('doneText', { amount: format.money(amount) }) })
      onDone()
    },
    onError: (refusal) => {
      const wasHeard = refusal instanceof ApiError && refusal.status >= 400 && refusal.status < 500
      if (wasHeard) idempotencyKey.current = crypto.randomUUID()
      onRefused(codeOf(refusal))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.withdrawals }),
  })
  return { send: (wanted: Wanted) => mutate(wanted), isPending, isError, code: codeOf(error) }
}
