import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isStudent, isTutorSide } from '#domain/roles'
import { storeToken } from '../../platform/auth-token.ts'
import { meQuery } from '../../platform/current-user.ts'
import { internalPath, redirectSearch } from '../../platform/redirect.ts'

/** The `redirect` parameter of the address, for links between login and registration. */
export const useRedirectSearch = () => redirectSearch(useSearch({ strict: false }).redirect)

/** Whether the address leads to the booking of a lesson that was chosen before signing in. */
export const useKeepsLesson = (): boolean => useRedirectSearch().redirect?.includes('book=true') ?? false

type SignInOptions = {
  /** The account was just created: a tutor completes the profile before being redirected, a student finds a tutor. */
  isNew?: boolean
  /** Where to redirect, if not to the address's `redirect`. */
  redirect?: string | null
}

function firstScreenOf({ role }: User, isNew: boolean, redirect: string | null): string {
  if (!isNew) return redirect ?? '/'
  // A student books first, and is asked for the profile afterwards (docs/rules/screens.md 1.5).
  if (isStudent(role)) return redirect ?? '/tutors'
  if (!isTutorSide(role)) return redirect ?? '/'
  return redirect === null ? '/t/complete-profile' : `/t/complete-profile?${new URLSearchParams({ redirect })}`
}

/** Finishes a sign-in: stores the token, puts the account into the query cache, and redirects. */
export function useFinishSignIn() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useRedirectSearch()
  return async ({ user, token }: { user: User; token: string }, options: SignInOptions = {}): Promise<undefined> => {
    const { isNew = false, redirect = search.redirect } = options
    queryClient.clear()
    storeToken(token)
    queryClient.setQueryData(meQuery.queryKey, user)
    await navigate({ href: firstScreenOf(user, isNew, internalPath(redirect)), replace: true })
  }
}
