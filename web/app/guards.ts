import { notFound, redirect } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isOnboardingHome } from '#domain/onboarding/home'
import { isStudent, isTutorSide, Role } from '#domain/roles'
import { isProfileComplete } from '#domain/tutors/onboarded'
import { fetchCode } from '../platform/fetch-code.ts'
import { internalPath, redirectSearch } from '../platform/redirect.ts'
import { signedInUser } from '../platform/signed-in-user.ts'
import { type GuardArgs, type RouterContext, requireSignedIn } from '../shared/shell/guards.ts'

/**
 * Loads the account before the shell is drawn, otherwise a signed-in user would briefly see a guest's header. A public
 * screen opens even if the account cannot be loaded.
 */
export async function preloadSignedInUser({ context }: GuardArgs): Promise<void> {
  await signedInUser(context).catch(() => null)
}

export type Home = '/s/dashboard' | '/t/dashboard' | '/tutors'

/** The first screen of a role; null for staff, who have none in this app. */
export function homeOf(me: User | null): Home | null {
  if (!me) return '/tutors'
  if (isStudent(me.role)) return '/s/dashboard'
  return isTutorSide(me.role) ? '/t/dashboard' : null
}

/**
 * Redirects from `/` to the role's first screen; staff stay and see a link to the dashboard. A tutor in onboarding is
 * redirected further by the guard of `/t/dashboard`.
 */
export async function redirectHome({ context }: GuardArgs): Promise<void> {
  const home = homeOf(await signedInUser(context))
  if (home) throw redirect({ href: home, replace: true })
}

/** The roles that may see the screen, shown in its place to other roles. */
export type NotForYouData = { allowed: readonly Role[] }

async function requireRole(args: GuardArgs, allowed: readonly Role[]): Promise<User> {
  const me = await requireSignedIn(args)
  if (!allowed.includes(me.role)) throw notFound({ data: { allowed } satisfies NotForYouData })
  return me
}

/** The account and profile of a tutor or manager, read again only after a change. */
async function ownTutor({ queryClient }: RouterContext, me: User) {
  const { ownTutorQuery } = await fetchCode(() => import('../shared/account/own-profile.ts'))
  const query = ownTutorQuery(me.id)
  const known = queryClient.getQueryData(query.queryKey)
  const tutor = await queryClient.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).catch((error) => {
    // Outdated data is better than no screen.
    if (known) return known
    throw error
  })
  return { ...me, ...tutor }
}

/** Whether a tutor's profile is incomplete; false for all other roles. */
const isUnfinished = async (context: RouterContext, me: User): Promise<boolean> =>
  isTutorSide(me.role) && !isProfileComplete(await ownTutor(context, me))

/** A guard: guests sign in first and return; other roles see whom the screen is for. */
export const signedInAs =
  (...allowed: Role[]) =>
  async (args: GuardArgs): Promise<void> => {
    await requireRole(args, allowed)
  }

/**
 * As `signedInAs`; in addition, a tutor with an incomplete profile completes it first and returns (docs/rules/screens.md
 * 1.4).
 */
export const onlyFor =
  (...allowed: Role[]) =>
  async (args: GuardArgs): Promise<void> => {
    const me = await requireRole(args, allowed)
    if (!(await isUnfinished(args.context, me))) return
    const search = redirectSearch(args.location.href)
    throw redirect({ to: '/t/complete-profile', search, replace: true })
  }

/** A guard for the tutors' home: an unlisted tutor is redirected to their onboarding (docs/rules/screens.md 1.6). */
export async function onlyPastOnboarding(args: GuardArgs): Promise<void> {
  await onlyFor(Role.Tutor, Role.TutorManager)(args)
  const me = await signedInUser(args.context)
  if (me && isOnboardingHome(await ownTutor(args.context, me))) throw redirect({ to: '/t/onboarding', replace: true })
}

/** Only tutors with an incomplete profile may open the wizard (docs/rules/screens.md 1.4). */
export async function onlyUnfinishedTutors(
  args: GuardArgs & { search: { redirect?: string | undefined } },
): Promise<void> {
  const me = await requireSignedIn(args)
  if (!(await isUnfinished(args.context, me)))
    throw redirect({ href: internalPath(args.search.redirect) ?? '/', replace: true })
}
