import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { confirmEmail, sendEmailCode } from '#contract/calls/verification'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { hasValidCode } from './code-sending.ts'
import { useCodeSending } from './use-code-sending.ts'

const isAlreadyDone = (error: unknown) => error instanceof ApiError && error.code === 'email-already-verified'

/** Requests a code unless a valid one was sent, and confirms the typed one. */
export function useEmailVerification(userId: number) {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const { sentAt, resendAt, sending } = useCodeSending(
    userId,
    () => request(sendEmailCode, {}),
    () => {
      setCode('')
      confirming.reset()
    },
  )
  const confirming = useMutation({
    mutationFn: async (typed: string) => {
      try {
        await request(confirmEmail, { body: { code: Number(typed) } })
      } catch (error) {
        if (!isAlreadyDone(error)) throw error
      }
    },
    onSuccess: () => {
      // Verification starts the free trial.
      for (const queryKey of [keys.currentUser, keys.subscription, keys.stats])
        void queryClient.invalidateQueries({ queryKey })
    },
    onError: () => setCode(''),
  })

  const sendFirst = useEffectEvent(() => {
    if (!hasValidCode(sentAt, now())) sending.mutate(undefined)
  })
  useEffect(() => sendFirst(), [])

  const isDone = confirming.isSuccess || isAlreadyDone(sending.error)
  return { code, setCode, resendAt, sending, confirming, isDone }
}
