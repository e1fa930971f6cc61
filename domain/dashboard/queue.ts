import { addDays, type Instant, localDay, startOfDay } from '../cairo.ts'
import { grantOf, type Permission } from '../permissions.ts'
import type { Role } from '../roles.ts'

/** What waits for a decision of staff, in the order of the home screen (docs/rules/staff.md 2.1). */
export const queueKinds = [
  'withdrawal',
  'withdrawal-cancellation',
  'payment',
  'interview-verdict',
  'demo-verdict',
  'interview-today',
  'demo-today',
  'intro-video',
  'report',
  'contact',
  'message',
  'photo-session',
] as const
export type QueueKind = (typeof queueKinds)[number]

/** The permission with which a role may read what waits: nobody sees more on the home screen than in the lists. */
const READ_BY: Record<QueueKind, Permission> = {
  withdrawal: 'invoice.queue',
  'withdrawal-cancellation': 'invoice.queue',
  payment: 'transaction.list',
  'interview-verdict': 'interview.list',
  'demo-verdict': 'demoSession.list',
  'interview-today': 'interview.list',
  'demo-today': 'demoSession.list',
  'intro-video': 'introVideo.list',
  report: 'report.list',
  contact: 'contact.list',
  message: 'message.listUndelivered',
  'photo-session': 'tutor.listForStudio',
}

/** The kinds that a role reads, each with whether it is everybody's or only their own. */
export const queueOf = (role: Role): { kind: QueueKind; isOwn: boolean }[] =>
  queueKinds.flatMap((kind) => {
    const grant = grantOf(READ_BY[kind], role)
    return grant === 'no' ? [] : [{ kind, isOwn: grant === 'own' }]
  })

/** Larger counts are shown as more than this, so that reading a queue of any length costs the same. */
export const MAX_QUEUE_COUNT = 100
/** How many of a kind are listed. */
export const QUEUE_ITEMS = 5

/** The end of the day in Cairo: what begins before it is of today. */
export const endOfToday = (now: Instant): Instant => startOfDay(addDays(localDay(now), 1))
