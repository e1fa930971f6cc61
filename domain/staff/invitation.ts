import { hours, type Instant } from '../cairo.ts'
import { isAdmin, isStaff, isSuperAdmin, type Role } from '../roles.ts'

/** Invitations by which staff join (docs/rules/staff.md 12.1). */

/** How many days the mailed link of an invitation is valid. */
export const INVITATION_DAYS = 7

export const INVITATION_MS = hours(24 * INVITATION_DAYS)

/** Until when an invitation made at `now` can be accepted. */
export const invitationEnd = (now: Instant): Instant => now + INVITATION_MS

/** Whether an account of role `by` may open one of staff of this role, or invite to it (docs/rules/accounts.md 2.1). */
export const mayInvite = (role: Role, by: Role): boolean =>
  isStaff(role) && (isAdmin(role) ? isSuperAdmin(by) : isAdmin(by))

export const invitationStates = ['waiting', 'accepted', 'revoked', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

type Invitation = { acceptedAt: Instant | null; revokedAt: Instant | null; expiresAt: Instant }

/** The state of an invitation at `now`; one that had expired before it was revoked has expired. */
export function invitationState({ acceptedAt, revokedAt, expiresAt }: Invitation, now: Instant): InvitationState {
  if (acceptedAt !== null) return 'accepted'
  if (expiresAt <= (revokedAt ?? now)) return 'expired'
  return revokedAt === null ? 'waiting' : 'revoked'
}

/**
 * Whether an account keeps an invited address (docs/rules/staff.md 12.4): one that nobody has proven may have been opened by a
 * stranger. Those of staff are opened by their colleagues.
 */
export const keepsAddress = ({ role, verifiedEmail }: { role: Role; verifiedEmail: boolean }): boolean =>
  verifiedEmail || isStaff(role)

/** What stands in the place of the address that an account had to give up: `.invalid` receives no mail (RFC 2606). */
export const addressInPlace = (userId: number): string => `account-${userId}@hessa.invalid`
