import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { invoiceFlags } from '#contract/invoices'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessons } from '#db/schema/lessons'
import { paymentFileItems, paymentFiles } from '#db/schema/payment-files'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { LessonOutcome, outcomeOf } from '#domain/lessons/outcome'
import { attendanceArchivedBefore } from '#domain/sessions/attendance'
import { isReceiverNew } from '#domain/withdrawals/cooling-off'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { attendanceOf, recordColumns } from '../lessons/attendance-store.ts'
import { coolingOffOfRequest, historyStatements } from './cooling-off-store.ts'

const { Approved, PendingApproval, PendingCancellation } = WithdrawalStatus

const MOST_LESSONS = 20
const MOST_OTHERS = 8

/** A column of the request with this id, for statements that run before its row has been read. */
const ofRequest = (column: SQLiteColumn, id: number) =>
  sql`(SELECT ${column} FROM ${withdrawals} WHERE ${withdrawals.id} = ${id})`

/** When the tutor's previous request was made; null without one. */
const sinceOf = (id: number) =>
  sql<number | null>`(SELECT MAX(w.created_at) FROM ${withdrawals} w
    WHERE w.user_id = ${ofRequest(withdrawals.userId, id)} AND w.id < ${id})`

/**
 * The tutor's paid requests, newest first, as a subquery of `withdrawals`: before a decided one the earlier ones. The plus
 * sign keeps SQLite from scanning all requests of a status.
 */
const paidOnes = sql`FROM withdrawals w WHERE w.user_id = withdrawals.user_id
    AND +w.status = ${literals(Approved)} AND w.id <> withdrawals.id
    AND (w.id < withdrawals.id OR withdrawals.status IN (${literals(PendingApproval, PendingCancellation)}))
    ORDER BY w.created_at DESC, w.id DESC`

/** The request, the time of the previous one, and what was paid before. */
const requestOf = (db: Db, id: number) =>
  db
    .select({
      userId: withdrawals.userId,
      receiver: withdrawals.receiver,
      status: withdrawals.status,
      createdAt: withdrawals.createdAt,
      since: sinceOf(id).as('since'),
      /** As a JSON array, the latest first. */
      paidReceivers: sql<string>`(SELECT json_group_array(receiver) FROM (SELECT w.receiver ${paidOnes}))`.as('paid'),
    })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))

const isDecided = sql<number>`EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = ${lessons.id})`
const isDisputed = sql<number>`EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = ${lessons.id} AND r.resolved = 0)`

/** The tutor's pay for the lesson in piastres: the price with the corrections of decisions. */
const earned = sql<number>`${lessons.price} + COALESCE((SELECT SUM(d.earning) FROM lesson_decisions d WHERE d.lesson_id = ${lessons.id}), 0)`

/**
 * The lessons that earned the money of the request: those credited since the previous one, with their recorded attendance
 * and what members and staff have said. The literal matches the partial index of earned pay.
 */
const lessonsOf = (db: Db, id: number) =>
  db
    .select({
      id: lessons.id,
      start: lessons.start,
      price: lessons.price,
      earned: earned.as('earned'),
      isDecided: isDecided.as('is_decided'),
      isDisputed: isDisputed.as('is_disputed'),
      duration: lessons.duration,
      events: recordColumns('lessons').events,
    })
    .from(lessonOutcomes)
    .crossJoin(lessons)
    .where(
      and(
        eq(lessonOutcomes.tutorId, ofRequest(withdrawals.userId, id)),
        sql`${lessonOutcomes.pay} = 'earned'`,
        gt(lessonOutcomes.earnedAt, sql`COALESCE(${sinceOf(id)}, -1)`),
        lte(lessonOutcomes.earnedAt, ofRequest(withdrawals.createdAt, id)),
        eq(lessons.id, lessonOutcomes.lessonId),
        isNull(lessons.canceledAt),
      ),
    )
    .orderBy(desc(lessons.start))

const othersWithReceiver = (db: Db, id: number) =>
  db
    .selectDistinct({ id: users.id, name: users.name })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .where(
      and(
        eq(withdrawals.receiver, ofRequest(withdrawals.receiver, id)),
        ne(withdrawals.userId, ofRequest(withdrawals.userId, id)),
      ),
    )
    .limit(MOST_OTHERS)

const latestFile = (db: Db, id: number) =>
  db
    .select({ id: paymentFiles.id, closedAt: paymentFiles.closedAt })
    .from(paymentFileItems)
    .innerJoin(paymentFiles, eq(paymentFiles.id, paymentFileItems.fileId))
    .where(eq(paymentFileItems.withdrawalId, id))
    .orderBy(desc(paymentFiles.id))
    .limit(1)

type Taught = Awaited<ReturnType<typeof lessonsOf>>[number]

const MISSING = {
  [LessonOutcome.Held]: null,
  [LessonOutcome.NobodyAttended]: 'both',
  [LessonOutcome.TutorAbsent]: 'tutor',
  [LessonOutcome.StudentAbsent]: 'student',
} as const

/** Who was absent from a lesson by the outcome that its record shows; nobody from one that lasts. */
const missingOf = (lesson: Taught, tutorId: number, now: Instant) =>
  rangeOf(lesson).end > now ? null : MISSING[outcomeOf(lesson, attendanceOf(lesson.events, tutorId), now)]

/**
 * What an admin checks before paying a request (docs/rules/staff.md 8.2). Its lessons are those credited between the
 * tutor's previous request, whatever its status, and this one.
 * @throws DomainError `invoice-not-found`.
 */
export const flags = reading(
  ({ db, params: { id } }: ReadRequest<typeof invoiceFlags>) => [
    requestOf(db, id),
    db
      .select({ name: users.name, image: users.image, phone: users.phone })
      .from(users)
      .where(eq(users.id, ofRequest(withdrawals.userId, id))),
    lessonsOf(db, id),
    othersWithReceiver(db, id),
    latestFile(db, id),
    ...historyStatements(db, sql`${ofRequest(withdrawals.userId, id)}`),
  ],
  async ({ now }, [[request], [tutor], taught, sharedWith, [paymentFile], ...history]) => {
    if (!(request && tutor)) throw new DomainError('invoice-not-found')
    const { name, image, phone } = tutor
    const { userId, receiver, since } = request
    const paidReceivers = JSON.parse(request.paidReceivers) as string[]
    // Attendance of old lessons is in the archive, which is not read here: those lessons can no longer be disputed.
    const isRecorded = ({ start }: Taught) => start >= attendanceArchivedBefore(now)
    // Lessons decided by staff or by a complete record need no further check.
    const doubtful = taught
      .filter(({ isDecided }) => !isDecided)
      .map((one) => ({
        id: one.id,
        start: one.start,
        price: one.price,
        missing: isRecorded(one) ? missingOf(one, userId, now) : null,
        isDisputed: Boolean(one.isDisputed),
      }))
      .filter(({ missing, isDisputed }) => missing !== null || isDisputed)
    return {
      tutor: { id: userId, name, image: uploadUrl(image), phone },
      since,
      lessons: { count: taught.length, earned: taught.reduce((sum, { earned: pay }) => sum + pay, 0) },
      nobodyJoined: doubtful.filter(({ missing }) => missing === 'both').length,
      tutorMissed: doubtful.filter(({ missing }) => missing === 'tutor').length,
      disputed: doubtful.filter((one) => one.isDisputed).length,
      unattended: doubtful.slice(0, MOST_LESSONS),
      isFirst: paidReceivers.length === 0,
      previousReceiver: isReceiverNew(receiver, { paidReceivers }) ? (paidReceivers[0] ?? null) : null,
      sharedWith,
      coolingOff: coolingOffOfRequest(request, history, now),
      paymentFile: paymentFile ?? null,
    }
  },
)
