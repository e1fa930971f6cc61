import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { internalPath, redirectSearch } from '../../platform/redirect.ts'
import { signedInUser } from '../../platform/signed-in-user.ts'

/** What the routes of both apps know. */
export type RouterContext = { queryClient: QueryClient }
export type GuardArgs = { context: RouterContext; location: { href: string } }

/** The signed-in account; guests sign in first and return. */
export async function requireSignedIn({ context, location }: GuardArgs): Promise<User> {
  const me = await signedInUser(context)
  if (!me) throw redirect({ to: '/login', search: redirectSearch(location.href), replace: true })
  return me
}

/** A guard for the sign-in screens: signed-in users are redirected. */
export async function onlyGuests({
  context,
  search,
}: GuardArgs & { search: { redirect?: string | undefined } }): Promise<void> {
  if (await signedInUser(context)) throw redirect({ href: internalPath(search.redirect) ?? '/', replace: true })
}
