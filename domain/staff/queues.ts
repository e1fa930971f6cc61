import { isAdmin, isTutorManager, type Role } from '../roles.ts'

/** The queues of staff: what waits for a decision (docs/rules/staff.md 3.6). */
export const STAFF_QUEUES = [
  'withdrawals',
  'payments',
  'lesson-pay',
  'intro-videos',
  'interviews',
  'demo-sessions',
  'reports',
  'contact-requests',
  'messages',
  'referrals',
] as const
export type StaffQueue = (typeof STAFF_QUEUES)[number]

const OF_MANAGERS: readonly StaffQueue[] = ['intro-videos', 'interviews', 'demo-sessions']

/** Whether a role works on the queue, and is notified of its changes. */
export const mayWatchQueue = (queue: StaffQueue, role: Role): boolean =>
  isAdmin(role) || (isTutorManager(role) && OF_MANAGERS.includes(queue))
