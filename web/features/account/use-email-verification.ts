import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { confirmEmail, sendEmailCode } from '#contract/verification'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { hasGoodCode } from './code-sending.ts'
import { useCodeSending } from './use-code-sending.ts'

const isAlreadyDone = (error: unknown) => error instanceof ApiError && error.code === 'email-already-verified'

/** Mails a code when none is good, takes the typed one, and says how it went. */
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
      // The free trial began with it.
      for (const queryKey of [keys.currentUser, keys.subscription, keys.stats])
        void queryClient.invalidateQueries({ queryKey })
    },
    onError: () => setCode(''),
  })

  const sendFirst = useEffectEvent(() => {
    if (!hasGoodCode(sentAt, now())) sending.mutate(undefined)
  })
  useEffect(() => sendFirst(), [])

  const isDone = confirming.isSuccess || isAlreadyDone(sending.error)
  return { code, setCode, resendAt, sending, confirming, isDone }
}
