import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instant } from '#domain/cairo'
import { ApiError } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { type CodeDoor, codeSentAt, noteCodeSent, resendsAt } from './code-sending.ts'

/** Sends codes to one door, and knows when another may be asked for: after a minute, or as the server says. */
export function useCodeSending<T>(door: CodeDoor, send: (to: T) => Promise<unknown>, onSent: () => void) {
  const [sentAt, setSentAt] = useState(() => codeSentAt(door))
  const [refusedUntil, setRefusedUntil] = useState<Instant>(0)
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => {
      noteCodeSent(door, now())
      setSentAt(now())
      onSent()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSeconds !== null)
        setRefusedUntil(now() + error.retryAfterSeconds * 1000)
    },
  })
  return { sentAt, resendAt: resendsAt(sentAt, refusedUntil), sending }
}
