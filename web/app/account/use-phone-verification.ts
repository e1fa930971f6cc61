import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editUser } from '#contract/calls/users'
import { sendPhoneCode, verifyPhone } from '#contract/calls/verification'
import type { User } from '#contract/users'
import { normalPhone } from '#domain/users/phone'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { hasValidCode } from '../../shared/account/code-sending.ts'
import { useCodeSending } from '../../shared/account/use-code-sending.ts'
import { useProof } from '../../shared/account/use-proof.tsx'

const method = 'whatsapp'
const isAlreadyDone = (error: unknown) => error instanceof ApiError && error.code === 'phone-already-verified'

/** Sends a code to the account's number, saving another number first where one is typed, and confirms the code. */
export function usePhoneVerification(me: User, isChanging: boolean) {
  const queryClient = useQueryClient()
  const refresh = () => {
    // The free trial may have waited for the number.
    void queryClient.invalidateQueries({ queryKey: keys.subscription })
    return queryClient.invalidateQueries({ queryKey: keys.currentUser })
  }
  const { prove, dialog } = useProof()
  const [code, setCode] = useState('')
  const send = async (typed: string | null) => {
    const phone = typed === null ? null : normalPhone(typed)
    const isNew = phone !== null && phone !== me.phone
    if (isNew && me.phone !== null)
      await prove((proof) => request(editUser, { params: { id: me.id }, body: proof ? { phone, proof } : { phone } }))
    await request(sendPhoneCode, { body: { method, ...(isNew && me.phone === null ? { phone } : {}) } })
  }
  const { sentAt, resendAt, sending } = useCodeSending(
    `${me.id}.phone`,
    (typed: string | null) => send(typed).finally(refresh),
    () => {
      setCode('')
      confirming.reset()
    },
  )
  const confirming = useMutation({
    mutationFn: async (typed: string) => {
      try {
        await request(verifyPhone, { body: { code: Number(typed), method } })
      } catch (error) {
        if (!isAlreadyDone(error)) throw error
      }
    },
    onSuccess: refresh,
    onError: () => setCode(''),
  })
  const [wasGood] = useState(() => !isChanging && me.phone !== null && hasValidCode(sentAt, now()))
  const isSent = sending.isSuccess || wasGood
  const isDone = confirming.isSuccess || isAlreadyDone(sending.error)
  return { dialog, code, setCode, resendAt, sending, confirming, isSent, isDone }
}
