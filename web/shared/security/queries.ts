import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { readSecondFactor } from '#contract/calls/second-factor'
import type { Answer } from '#contract/client'
import type { confirmTotp } from '#contract/second-factor'
import { request } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'
import { keys } from '../../platform/query-keys.ts'

export const secondFactorQuery = queryOptions({
  queryKey: keys.secondFactor,
  queryFn: ({ signal }) => request(readSecondFactor, {}, { signal }),
})

export type SecondFactors = Answer<typeof readSecondFactor>

export const hasSecondFactor = ({ totp, passkeys }: SecondFactors): boolean => totp !== null || passkeys.length > 0

export const useRefetchFactors = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
}

/**
 * The first factor ends every session: this device continues with the answer's token. Returns the codes to show, if any.
 */
export function takeEnrolment({ token, recoveryCodes }: Answer<typeof confirmTotp>): readonly string[] | null {
  if (token !== null) storeToken(token)
  return recoveryCodes
}
