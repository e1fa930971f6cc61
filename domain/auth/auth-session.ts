import { hours, type Instant, minutes } from '../cairo.ts'
import { isStaff, type Role } from '../roles.ts'

/** The sessions of an account: sign-ins, each with its tokens (docs/rules/accounts.md 3.5). */

const TOKEN_MS = hours(7 * 24)
const SESSION_MS = hours(90 * 24)
const STAFF_TOKEN_MS = hours(12)
const STAFF_SESSION_MS = hours(24)

/** How long a replaced token stays fully valid after a refresh: other tabs may have requests in flight with it. */
export const REFRESH_GRACE_MS = minutes(0.5)
/** The minimum interval between updates of a session's last use. */
export const LAST_USE_STEP_MS = minutes(5)
/** How long a session is kept after its token has expired. */
export const SESSION_RETENTION_MS = hours(30 * 24)

/**
 * The expiry of a token issued at `now` for a sign-in at `signedInAt`; all in epoch milliseconds (docs/rules/accounts.md
 * 3.6; docs/rules/staff.md 4.8).
 */
export function tokenEnd(role: Role, signedInAt: Instant, now: Instant): Instant {
  const [token, session] = isStaff(role) ? [STAFF_TOKEN_MS, STAFF_SESSION_MS] : [TOKEN_MS, SESSION_MS]
  return Math.min(now + token, signedInAt + session)
}

/** The token ids that a session stores. */
export type SessionTokens = {
  tokenId: string
  previousTokenId: string | null
  /** When the current token replaced the previous one. */
  refreshedAt: Instant | null
  /** Whether the current token has been used since. */
  refreshConfirmed: boolean
}

/**
 * The state of a token within its session (docs/rules/accounts.md 9.2). `current` includes the previous token during the
 * grace period; `unconfirmed` is the previous token afterwards, as long as its successor has not been used: the answer of
 * the refresh may have been lost.
 */
export type TokenState = 'current' | 'unconfirmed' | 'replaced'

/** Whether the presented token is its session's current one at `now` (docs/rules/accounts.md 9.2). */
export function tokenState(
  { tokenId, previousTokenId, refreshedAt, refreshConfirmed }: SessionTokens,
  presentedId: string,
  now: Instant,
): TokenState {
  if (presentedId === tokenId) return 'current'
  if (presentedId !== previousTokenId || refreshedAt === null) return 'replaced'
  if (now < refreshedAt + REFRESH_GRACE_MS) return 'current'
  return refreshConfirmed ? 'replaced' : 'unconfirmed'
}
