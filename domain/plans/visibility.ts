import type { ErrorCode } from '#domain/errors'
import { isRegularUser, type Role } from '#domain/roles'

/** `expiresAt` and `now` are epoch milliseconds; an invite without `expiresAt` never expires. */
export const isInviteActive = ({ expiresAt }: { expiresAt: number | null }, now: number): boolean =>
  expiresAt === null || expiresAt > now

/**
 * Staff see every plan. Others see active plans, and invite-only plans with an active invite (docs/rules/minutes.md 1.3).
 */
export function whyNotVisible(
  plan: { active: boolean; forInvitesOnly: boolean },
  viewer: { role: Role; invited: boolean },
): ErrorCode | null {
  if (!isRegularUser(viewer.role)) return null
  if (!plan.active) return 'plan-not-found'
  return plan.forInvitesOnly && !viewer.invited ? 'forbidden' : null
}
