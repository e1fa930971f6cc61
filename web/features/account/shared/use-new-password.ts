import { useQueryClient } from '@tanstack/react-query'
import { logIn } from '#contract/auth'
import { editUser } from '#contract/users'
import { request } from '../../../platform/api.ts'
import { duringTokenRenewal, storeToken } from '../../../platform/auth-token.ts'
import { meQuery, useMe } from '../../../platform/current-user.ts'

/** A new password ends every session, this one too: this signs in again with it at once. */
export function useNewPassword() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (password: { current: string | null; new: string }): Promise<void> => {
    await duringTokenRenewal(async () => {
      const { email } = await request(editUser, { params: { id: me.id }, body: { password } })
      const { user, token } = await request(logIn, { body: { email, password: password.new } }, { asGuest: true })
      storeToken(token)
      queryClient.setQueryData(meQuery.queryKey, user)
    })
  }
}
