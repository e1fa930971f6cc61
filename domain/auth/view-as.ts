import { minutes } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Permission } from '../permissions.ts'
import { isAdmin, isSuperAdmin, type Role } from '../roles.ts'

/** Viewing the app as another user (docs/rules/staff.md 5.1). */

export const VIEW_AS_MS = minutes(15)
export const MAX_VIEW_REASON = 500

type Somebody = { id: number; role: Role }

type Requested = { may: Permission; method: string; viewable?: true }

/** Why the viewer may not view the app as the subject; null when they may (docs/rules/staff.md 5.1). */
export function whyNotView(viewer: Somebody, subject: Somebody): ErrorCode | null {
  if (!isAdmin(viewer.role) || viewer.id === subject.id) return 'forbidden'
  if (isSuperAdmin(subject.role)) return 'forbidden'
  return isAdmin(subject.role) && !isSuperAdmin(viewer.role) ? 'forbidden' : null
}

/**
 * Why a view-as token may not make this call; null when it may: to read what its contract declares as viewable, and to end
 * the view (docs/rules/staff.md 5.2).
 */
export function whyNotWhileViewing({ may, method, viewable }: Requested): ErrorCode | null {
  if (may === 'user.endViewAs') return null
  return method === 'GET' && viewable ? null : 'read-only-session'
}
