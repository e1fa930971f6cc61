import { minutes } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Permission } from '../permissions.ts'
import { isAdmin, isSuperAdmin, type Role } from '../roles.ts'

/** Viewing the app as another user (docs/rules/staff.md 5.1). */

export const VIEW_AS_MS = minutes(15)
export const MAX_VIEW_REASON = 500

type Somebody = { id: number; role: Role }

/** Why the viewer may not view the app as the subject; null when they may (docs/rules/staff.md 5.1). */
export function whyNotView(viewer: Somebody, subject: Somebody): ErrorCode | null {
  if (!isAdmin(viewer.role) || viewer.id === subject.id) return 'forbidden'
  if (isSuperAdmin(subject.role)) return 'forbidden'
  return isAdmin(subject.role) && !isSuperAdmin(viewer.role) ? 'forbidden' : null
}

/**
 * The calls that a view-as token may make: those that the subject's own screens read. Every other call is refused, so a new
 * call is closed by default. Deliberately excluded: the text of chats and of a tutor's notes, saved cards and their pages,
 * the state of an order at the provider, tokens of the media server, and the calls of the dashboard.
 */
const VIEWABLE: ReadonlySet<Permission> = new Set<Permission>([
  'user.current',
  'student.read',
  'student.stats',
  'student.ownStats',
  'tutor.meta',
  'tutor.info',
  'tutor.listOnboarded',
  'tutor.listUncontacted',
  'tutor.listForStudent',
  'tutor.times',
  'favouriteTutor.list',
  'tutor.stats',
  'tutor.ownStats',
  'tutor.home',
  'tutor.activity',
  'tutor.readForStudio',
  'tutor.listForStudio',
  'studio.list',
  'availability.list',
  'availability.readPattern',
  'lesson.list',
  'lesson.read',
  'lesson.demand',
  'session.members',
  'plan.read',
  'plan.list',
  'planInvite.list',
  'subscription.ofUser',
  'subscription.read',
  'subscription.list',
  'transaction.read',
  'transaction.list',
  'transaction.last',
  'invoice.stats',
  'invoice.list',
  'rating.read',
  'rating.listByRater',
  'rating.listOfRatee',
  'rating.listOfTutor',
  'asset.upload',
  'asset.receipt',
  'chat.listRooms',
  'chat.findRoom',
  'chat.listMembers',
  'interview.select',
  'interview.list',
  'user.selectInterviewer',
  'demoSession.list',
  'introVideo.list',
  'topic.list',
  'topic.ofUser',
])

/** Why a view-as token may not make this call; null when it may (docs/rules/staff.md 5.2). */
export function whyNotWhileViewing(permission: Permission, method: string): ErrorCode | null {
  if (permission === 'user.endViewAs') return null
  return method === 'GET' && VIEWABLE.has(permission) ? null : 'read-only-session'
}
