import { addDays, type Instant, localDay, startOfDay } from '../cairo.ts'
import { grantOf, type Permission } from '../permissions.ts'
import type { Role } from '../roles.ts'

/** What waits for a decision of staff, in the order of the dashboard's home screen (docs/rules/staff.md 2.1). */
export const queueKinds = [
  'withdrawal',
  'withdrawal-cancellation',
  'payment',
  'lesson-pay',
  'lesson-wrong',
  'interview-verdict',
  'demo-verdict',
  'interview-today',
  'demo-today',
  'intro-video',
  'activation',
  'report',
  'contact',
  'message',
  'photo-session',
] as const
export type QueueKind = (typeof queueKinds)[number]

/** The permission required to read each kind: the home screen shows no more than the lists do. */
const READ_BY: Record<QueueKind, Permission> = {
  withdrawal: 'invoice.queue',
  'withdrawal-cancellation': 'invoice.queue',
  payment: 'transaction.list',
  'lesson-pay': 'lesson.decide',
  'lesson-wrong': 'lesson.decide',
  'interview-verdict': 'interview.list',
  'demo-verdict': 'demoSession.list',
  'interview-today': 'interview.list',
  'demo-today': 'demoSession.list',
  'intro-video': 'introVideo.list',
  activation: 'tutor.listFull',
  report: 'report.list',
  contact: 'contact.list',
  message: 'message.listUndelivered',
  'photo-session': 'tutor.listForStudio',
}

/** The kinds that a role may read, and whether only its own rows. */
export const queueOf = (role: Role): { kind: QueueKind; isOwn: boolean }[] =>
  queueKinds.flatMap((kind) => {
    const grant = grantOf(READ_BY[kind], role)
    return grant === 'no' ? [] : [{ kind, isOwn: grant === 'own' }]
  })

/** Larger counts are shown as "more than", so that the cost of reading a queue does not depend on its length. */
export const MAX_QUEUE_COUNT = 100
/** The number of listed rows per kind. */
export const QUEUE_ITEMS = 5

/** The end of the current day in Cairo: meetings that begin before it are today's. */
export const endOfToday = (now: Instant): Instant => startOfDay(addDays(localDay(now), 1))
