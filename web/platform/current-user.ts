import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriptionOfUser } from '#contract/calls/subscriptions'
import { currentUser } from '#contract/calls/users'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { request } from './api.ts'
import { useAccountId } from './auth-token.ts'
import { now } from './clock.ts'
import { keys } from './query-keys.ts'
import { subscriptionRefetchInterval } from './subscription-refetch.ts'

/** The signed-in account. */
export const meQuery = queryOptions({
  queryKey: keys.currentUser,
  queryFn: ({ signal }) => request(currentUser, {}, { signal }),
})

/** The signed-in user; null for a guest, and while it is not known yet. */
export function useMaybeMe(): User | null {
  const accountId = useAccountId()
  const { data } = useQuery({ ...meQuery, enabled: accountId !== null })
  return accountId === null ? null : (data ?? null)
}

/** The signed-in user. @throws Error on a screen without a guard that has loaded the account. */
export function useMe(): User {
  const { data } = useQuery({ ...meQuery, enabled: useAccountId() !== null })
  // Signing out clears the cache before the router leaves the screen: for that render the last known account is used.
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  const me = data ?? known
  if (!me) throw new Error('useMe on a screen that guests may open')
  return me
}

/** A student's subscription and the minutes left of its week. */
export const subscriptionQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.subscription, userId],
    queryFn: ({ signal }) => request(subscriptionOfUser, { query: { userId } }, { signal }),
    // Weeks change at night, while the page is in the background.
    refetchInterval: ({ state }) =>
      subscriptionRefetchInterval(state.data?.info ?? null, state.data?.waiting ?? null, now()),
    refetchIntervalInBackground: true,
  })

/** The signed-in student's subscription; not requested for other roles. */
export function useOwnSubscription() {
  const me = useMaybeMe()
  return useQuery({ ...subscriptionQuery(me?.id ?? 0), enabled: me !== null && isStudent(me.role) })
}
