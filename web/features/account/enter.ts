import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { meQuery } from '../../lib/me.ts'
import { internalPath, redirectSearch } from '../../lib/redirect.ts'
import { storeToken } from '../../lib/session.ts'

/** The way back that stands in the address of an entrance, for the links from one entrance to another. */
export const useRedirectSearch = () => redirectSearch(useSearch({ strict: false }))

/** What happens once the server has let somebody in: who they are is known at once, and they go where they wanted to. */
export function useEnter() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { redirect } = useRedirectSearch()
  return async ({ user, token }: { user: User; token: string }, otherwise: string): Promise<undefined> => {
    queryClient.clear()
    storeToken(token)
    queryClient.setQueryData(meQuery.queryKey, user)
    await navigate({ href: internalPath(redirect) ?? otherwise, replace: true })
  }
}
