import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { isUnauthorised } from '../platform/api.ts'
import { forgetToken, hasValidToken, token } from '../platform/auth-token.ts'
import { now } from '../platform/clock.ts'
import { meQuery } from '../platform/current-user.ts'
import { internalPath, redirectSearch } from '../platform/redirect.ts'
import { fetchServerTime } from '../platform/server-time.ts'

export type AppContext = { queryClient: QueryClient }
type Visit = { context: AppContext; location: { href: string } }

/** Who opens the screen; null for a guest. */
export async function whoIsHere({ queryClient }: AppContext): Promise<User | null> {
  if (!token()) return null
  // A device whose clock is ahead must not lose its session for it.
  if (!hasValidToken(now())) await fetchServerTime()
  if (!hasValidToken(now())) {
    forgetToken('refused')
    return null
  }
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (isUnauthorised(error)) return null
    throw error
  }
}

/**
 * The frame is drawn for who is here, so that nobody who is signed in sees a guest's first. What is public opens even
 * if the answer does not come.
 */
export async function meetWhoIsHere({ context }: Visit): Promise<void> {
  await whoIsHere(context).catch(() => null)
}

export type Home = '/s/dashboard' | '/t/dashboard' | '/tutors'

/** Where somebody's work begins; null for staff who have none in this app. */
export function homeOf(me: User | null): Home | null {
  if (!me) return '/tutors'
  if (isStudent(me.role)) return '/s/dashboard'
  return isTutorSide(me.role) ? '/t/dashboard' : null
}

/** The root sends everybody on, but for staff, to whom it says where their work is. */
export async function sendHome({ context }: Visit): Promise<void> {
  const home = homeOf(await whoIsHere(context))
  if (home) throw redirect({ href: home, replace: true })
}

/** What the frame shows in place of a screen that is not for this role. */
export type NotForYouData = { allowed: readonly Role[] }

async function admitted({ context, location }: Visit, allowed: readonly Role[]): Promise<User> {
  const me = await whoIsHere(context)
  if (!me) throw redirect({ to: '/login', search: redirectSearch(location.href), replace: true })
  if (!allowed.includes(me.role)) throw notFound({ data: { allowed } satisfies NotForYouData })
  return me
}

/** Whether a tutor has yet to say who they are; never of anybody else. */
async function isUnfinished({ queryClient }: AppContext, me: User): Promise<boolean> {
  if (!isTutorSide(me.role)) return false
  const { isTutorComplete, ownTutorQuery } = await import('../features/account/shared/own-profile.ts')
  return !isTutorComplete(me, await queryClient.ensureQueryData(ownTutorQuery(me.id)))
}

/** A guard: guests sign in first and come back, other roles are told that the screen is not theirs. */
export const signedInAs =
  (...allowed: Role[]) =>
  async (visit: Visit): Promise<void> => {
    await admitted(visit, allowed)
  }

/** The same, and a tutor whose profile is not complete fills it in first and comes back (docs/rules/screens.md 1.4). */
export const onlyFor =
  (...allowed: Role[]) =>
  async (visit: Visit): Promise<void> => {
    const me = await admitted(visit, allowed)
    if (!(await isUnfinished(visit.context, me))) return
    const search = redirectSearch(visit.location.href)
    throw redirect({ to: '/t/complete-profile', search, replace: true })
  }

/** The tutors' wizard is for those who need it (docs/rules/screens.md 1.4). */
export async function onlyUnfinishedTutors(
  visit: Visit & { search: { redirect?: string | undefined } },
): Promise<void> {
  const me = await whoIsHere(visit.context)
  if (!me) throw redirect({ to: '/login', search: redirectSearch(visit.location.href), replace: true })
  if (!(await isUnfinished(visit.context, me)))
    throw redirect({ href: internalPath(visit.search.redirect) ?? '/', replace: true })
}

/** Who is signed in has nothing to do at an entrance. */
export async function onlyGuests({
  context,
  search,
}: Visit & { search: { redirect?: string | undefined } }): Promise<void> {
  if (await whoIsHere(context)) throw redirect({ href: internalPath(search.redirect) ?? '/', replace: true })
}
