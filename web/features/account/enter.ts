import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isStudent, isTutorSide } from '#domain/roles'
import { storeToken } from '../../platform/auth-token.ts'
import { meQuery } from '../../platform/current-user.ts'
import { internalPath, redirectSearch } from '../../platform/redirect.ts'

/** The way back that stands in the address of an entrance, for the links from one entrance to another. */
export const useRedirectSearch = () => redirectSearch(useSearch({ strict: false }).redirect)

type Entry = {
  /** The account was opened this moment: it says first who it is, and goes where it wanted to afterwards. */
  isNew?: boolean
  /** Where to go, if it does not stand in the address. */
  redirect?: string | null
}

function firstPlaceOf({ role }: User, isNew: boolean, wanted: string | null): string {
  const isMember = isStudent(role) || isTutorSide(role)
  if (!isNew || !isMember) return wanted ?? '/'
  const steps = isStudent(role) ? '/complete-profile' : '/t/complete-profile'
  return wanted === null ? steps : `${steps}?${new URLSearchParams({ redirect: wanted })}`
}

/** What happens once the server has let somebody in: who they are is known at once, and they go where they wanted to. */
export function useEnter() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useRedirectSearch()
  return async ({ user, token }: { user: User; token: string }, entry: Entry = {}): Promise<undefined> => {
    const { isNew = false, redirect = search.redirect } = entry
    queryClient.clear()
    storeToken(token)
    queryClient.setQueryData(meQuery.queryKey, user)
    await navigate({ href: firstPlaceOf(user, isNew, internalPath(redirect)), replace: true })
  }
}
