import { useQueryClient } from '@tanstack/react-query'
import { logIn } from '#contract/calls/auth'
import { editUser } from '#contract/calls/users'
import { request } from '../../platform/api.ts'
import { duringTokenRenewal, forgetToken, storeToken } from '../../platform/auth-token.ts'
import { meQuery, useMe } from '../../platform/current-user.ts'
import { codeOf } from '../../platform/error-text.ts'
import type { Proof } from './proof-form.tsx'

/**
 * A new password ends every session including this one, so this signs in again immediately. If a second step is required,
 * the sign-in screen asks for it.
 */
export function useNewPassword() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (password: { current: string | null; new: string }, proof?: Proof): Promise<void> => {
    let isSignedIn = false
    await duringTokenRenewal(async () => {
      const { email } = await request(editUser, {
        params: { id: me.id },
        body: proof ? { password, proof } : { password },
      })
      const again = request(logIn, { body: { email, password: password.new } }, { asGuest: true })
      const signedIn = await again.catch((error: unknown) => {
        if (codeOf(error) === 'second-factor-required') return null
        throw error
      })
      if (!signedIn) return
      storeToken(signedIn.token)
      queryClient.setQueryData(meQuery.queryKey, signedIn.user)
      isSignedIn = true
    })
    if (!isSignedIn) forgetToken('refused')
  }
}
