import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instant } from '#domain/cairo'
import { ApiError } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { type CodeTarget, codeSentAt, recordCodeSent, resendAllowedAt } from './code-sending.ts'

/** Sends codes to one target, and returns when another may be requested: after a minute, or when the server says. */
export function useCodeSending<T>(target: CodeTarget, send: (to: T) => Promise<unknown>, onSent: () => void) {
  const [sentAt, setSentAt] = useState(() => codeSentAt(target))
  const [refusedUntil, setRefusedUntil] = useState<Instant>(0)
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => {
      recordCodeSent(target, now())
      setSentAt(now())
      onSent()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSeconds !== null)
        setRefusedUntil(now() + error.retryAfterSeconds * 1000)
    },
  })
  return { sentAt, resendAt: resendAllowedAt(sentAt, refusedUntil), sending }
}
