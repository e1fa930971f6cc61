import { queryOptions } from '@tanstack/react-query'
import { ownReferrals, readInvitation } from '#contract/calls/referrals'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

/** The first name of who invites by a code. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: [...keys.referrals, 'invitation', code],
    queryFn: ({ signal }) => request(readInvitation, { params: { code } }, { signal }),
  })

/** The student's link and whom it has brought. */
export const ownReferralsQuery = queryOptions({
  queryKey: [...keys.referrals, 'mine'],
  queryFn: ({ signal }) => request(ownReferrals, {}, { signal }),
})
