import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createInvoice } from '#contract/calls/invoices'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import type { WithdrawalRequest } from './request-schema.ts'

/** After any other error the server may have stored the request: the same key must be sent again. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Sends a request once, however often it is pressed after a lost answer. */
export function useCreateRequest(onDone: () => void, onRefused: (error: unknown) => void) {
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
