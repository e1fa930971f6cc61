import { addDays, days, hours, type Instant, localDay, startOfDay } from '../cairo.ts'
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
  'student-risk',
  'report',
  'contact',
  'referral',
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
  'student-risk': 'studentRisk.list',
  report: 'report.list',
  contact: 'contact.list',
  referral: 'referral.list',
  message: 'message.listUndelivered',
  'photo-session': 'tutor.listForStudio',
}

/** A kind of the queue, and whether only the caller's own rows of it. */
export type QueuePart = { kind: QueueKind; isOwn: boolean }

/** The kinds that a role may read, and whether only its own rows: of students at risk, whom the caller takes care of. */
export const queueOf = (role: Role): QueuePart[] =>
  queueKinds.flatMap((kind) => {
    const grant = grantOf(READ_BY[kind], role)
    return grant === 'no' ? [] : [{ kind, isOwn: grant === 'own' || kind === 'student-risk' }]
  })

/** The kinds that everybody in the role sees, and of which one of them takes a row (docs/rules/staff.md 6.2). */
const TAKEN: readonly QueueKind[] = ['report', 'contact']

/** The kinds of which the caller's own rows are read besides everybody's (docs/rules/staff.md 14.2). */
export const takenOf = (role: Role): QueuePart[] =>
  queueOf(role).flatMap(({ kind, isOwn }) => (!isOwn && TAKEN.includes(kind) ? [{ kind, isOwn: true }] : []))

/**
 * After how long each kind has waited too long, in ms (docs/rules/staff.md 14.1); null for meetings of today, which wait for
 * their hour.
 */
const WAITS_AT_MOST: Record<QueueKind, number | null> = {
  withdrawal: days(2),
  'withdrawal-cancellation': days(1),
  payment: hours(4),
  'lesson-pay': days(2),
  'lesson-wrong': days(1),
  'interview-verdict': days(1),
  'demo-verdict': days(1),
  'interview-today': null,
  'demo-today': null,
  'intro-video': days(2),
  activation: days(1),
  'student-risk': days(3),
  report: days(1),
  contact: days(1),
  referral: days(3),
  message: days(1),
  'photo-session': days(7),
}

/** From this many times its bound on, a wait is shown as an alarm. */
const VERY_LATE = 3

export type Lateness = 'in-time' | 'late' | 'very-late'

/** Those of a kind that have waited since this instant or longer have waited too long at `now`; null for a kind that never does. */
export function lateSince(kind: QueueKind, now: Instant): Instant | null {
  const most = WAITS_AT_MOST[kind]
  return most === null ? null : now - most
}

/** How late at `now` what has waited since `since` is (docs/rules/staff.md 14.1). */
export function latenessOf(kind: QueueKind, since: Instant, now: Instant): Lateness {
  const most = WAITS_AT_MOST[kind]
  if (most === null || now - since < most) return 'in-time'
  return now - since < most * VERY_LATE ? 'late' : 'very-late'
}

/** Whether a kind is meetings that are still to come: they wait for their hour, not for a decision. */
export const isToday = (kind: QueueKind): boolean => WAITS_AT_MOST[kind] === null

/** Counts of one kind: how many have waited too long, how many are the caller's, and how many of these have waited too long. */
export type Attention = { late: number; mine: { count: number; late: number } }

/** How many need the caller: what is theirs, and what else has waited too long, each once (docs/rules/staff.md 14.2). */
export const attentionOf = (kinds: readonly Attention[]): number =>
  kinds.reduce((sum, { late, mine }) => sum + mine.count + late - mine.late, 0)

/** Larger counts are shown as "more than", so that the cost of reading a queue does not depend on its length. */
export const MAX_QUEUE_COUNT = 100
/** The number of listed rows per kind. */
export const QUEUE_ITEMS = 5

/** The end of the current day in Cairo: meetings that begin before it are today's. */
export const endOfToday = (now: Instant): Instant => startOfDay(addDays(localDay(now), 1))
