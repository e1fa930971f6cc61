import { isAdmin, isStudio, isTutorManager, type Role } from '../roles.ts'

/** The kinds of records that staff open and change; also the target kinds of the audit log (docs/rules/staff.md 3.1). */
export const RECORD_KINDS = [
  'user',
  'student',
  'plan',
  'plan-invite',
  'coupon',
  'invite',
  'topic',
  'withdrawal',
  'transaction',
  'subscription',
  'lesson',
  'interview',
  'demo-session',
  'intro-video',
  'rating',
  'report',
  'contact-request',
  'message',
  'settings',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

const OF_MANAGERS: readonly RecordKind[] = ['lesson', 'interview', 'demo-session', 'intro-video']

/** Whether a role may see who has a record of this kind open. Studios open their tutors' records. */
export function mayWatchRecord(kind: RecordKind, role: Role): boolean {
  if (isTutorManager(role)) return OF_MANAGERS.includes(kind)
  return isAdmin(role) || (isStudio(role) && kind === 'user')
}

/** How many records one tab may have open at once; a dialog over a list over a record is three. */
export const MAX_OPEN_RECORDS = 8
