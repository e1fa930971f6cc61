import { notFound, redirect } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { may, type Permission } from '#domain/permissions'
import { isAdmin } from '#domain/roles'
import { hasSecondFactor, secondFactorQuery } from '../shared/security/queries.ts'
import { type GuardArgs, requireSignedIn } from '../shared/shell/guards.ts'

/** The screen on which second factors are enrolled. */
const OWN_ACCOUNT = '/user-settings'

/** An admin without a required second factor is redirected to the screen that enrols it (docs/rules/staff.md 4.2). */
export async function requireSecondFactor({ context, location }: GuardArgs, { role }: User): Promise<void> {
  if (!isAdmin(role) || location.href.startsWith(OWN_ACCOUNT)) return
  const factors = await context.queryClient.ensureQueryData(secondFactorQuery)
  if (factors.isRequired && !hasSecondFactor(factors)) throw redirect({ to: OWN_ACCOUNT, replace: true })
}

/** A guard: the screen does not exist for roles without any of the permissions (docs/rules/staff.md 1.2). */
export const onlyWith =
  (...permissions: readonly Permission[]) =>
  async (args: GuardArgs): Promise<void> => {
    const { role } = await requireSignedIn(args)
    if (!permissions.some((permission) => may(permission, role))) throw notFound()
  }
