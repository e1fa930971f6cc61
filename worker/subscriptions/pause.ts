import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { endPause, listPauses, pausePlan } from '#contract/students'
import { batchAll, batchReturning, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { lessons, upcomingLessons } from '#db/schema/lessons'
import { pauses } from '#db/schema/pauses'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant, TimeRange } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { isAdmin } from '#domain/roles'
import { endedEarly, losesItsWeek, movedTerms, pauseOf, pauseStart, whyNotPausable } from '#domain/subscriptions/pauses'
import { reconsiderRenewal } from '../card-renewals/store.ts'
import { type Act, type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { cancellationStatements, type FoundLesson, findForChange } from '../lessons/store.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { toldStatement } from '../messages/told.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { findStudent, refuseOtherStudents, studentOf, studentStatements } from '../students/store.ts'
import { pauseNotices } from './pause-messages.ts'
import { balanceOf, balanceStatements, grantStatements, type MinutesBalance, type Subscription } from './store.ts'

type Pause = typeof pauses.$inferSelect
type Request = ActContext<typeof pausePlan> | ActContext<typeof endPause>

/** A pause as calls answer it: only staff see the reasons of staff. */
const pauseView = ({ createdBy, endedBy, ...pause }: Pause, isForStaff: boolean) =>
  isForStaff ? pause : { ...pause, reason: null, endReason: null }

/** All pauses of a student, newest first. */
const pausesOf = (db: Db, studentId: number) =>
  db
    .select({ pause: pauses })
    .from(subscriptions)
    .innerJoin(pauses, eq(pauses.subscriptionId, subscriptions.id))
    .where(eq(subscriptions.userId, studentId))
    .orderBy(desc(pauses.start), desc(pauses.id))

/**
 * The pauses of a student's plans, newest first (docs/rules/minutes.md 10.9).
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const listed = reading(
  ({ params, db }: ReadRequest<typeof listPauses>) => [...studentStatements(db, params.id), pausesOf(db, params.id)],
  async ({ actor, params }, [accounts, profiles, found]) => {
    refuseOtherStudents(actor, params.id)
    studentOf([accounts, profiles])
    return { list: found.map(({ pause }) => pauseView(pause, isAdmin(actor.role))) }
  },
)

/** Reads what a pause or its end is decided on: the plan with its minutes, all pauses, and the coming lessons. */
const planStatements = (db: Db, studentId: number, now: Instant) =>
  [
    ...balanceStatements(db, studentId, now),
    pausesOf(db, studentId),
    db
      .select({ id: lessons.id, start: lessons.start, duration: lessons.duration })
      .from(upcomingLessons)
      .innerJoin(lessons, eq(lessons.id, upcomingLessons.lessonId))
      .where(and(eq(upcomingLessons.studentId, studentId), gt(lessons.start, now), isNull(lessons.canceledAt))),
  ] as const

type Changed = {
  before: { subscription: Subscription; waiting: Subscription | null }
  after: { subscription: Subscription; waiting: Subscription | null }
  /** The lessons that are cancelled. */
  lost: FoundLesson[]
}

/** The plan and the one that waits for its end after a pause has become `after`, and the lessons that lose their week. */
async function changed(
  db: Db,
  { subscription, waiting: other }: MinutesBalance,
  upcoming: RowsOf<ReturnType<typeof planStatements>>[3],
  pause: { before: TimeRange | null; after: TimeRange },
): Promise<Changed> {
  const waiting = other !== null && other.id === subscription.extendedBy ? other : null
  const before = { subscription, waiting }
  const after = movedTerms(subscription, waiting, pause)
  const ids = upcoming.filter((one) => losesItsWeek(before, after, rangeOf(one).end)).map(({ id }) => id)
  const found = await Promise.all(ids.map((id) => findForChange(db, id)))
  return { before, after, lost: found.filter((one) => one !== null) }
}

const moveStatement = (db: Db, { id, start, end }: Subscription, now: Instant) =>
  db.update(subscriptions).set({ start, end, updatedAt: now }).where(eq(subscriptions.id, id))

/**
 * Cancels the lessons that lose their week, writes the pause, and moves the end of the plan, the plan that waits for it and the renewal.
 * Fails the batch where either has changed since it was read.
 */
function changeStatements({ actor, db, now }: Request, { before, after, lost }: Changed, written: Statement[]) {
  const { subscription, waiting } = before
  const known = sql`s.terminated_at IS NULL AND s."end" = ${subscription.end} AND s.extended_by IS ${waiting?.id ?? null}`
  return [
    abortIf(
      db,
      'subscription-moved',
      sql`NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = ${subscription.id} AND ${known})`,
    ),
    ...lost.flatMap((found) =>
      cancellationStatements(
        db,
        found,
        { canceledBy: actor.id, canceledAt: now, returnedMinutes: found.row.duration },
        now,
      ),
    ),
    ...written,
    moveStatement(db, after.subscription, now),
    ...(after.waiting === null ? [] : [moveStatement(db, after.waiting, now)]),
    reconsiderRenewal(db, subscription.userId, now),
  ]
}

/** Tells everybody about the lessons that were cancelled. Call after the batch has committed. */
const notifyLost = ({ env, db, now, actor }: Request, { lost }: Changed) =>
  Promise.all(
    lost.map(({ row, tutor, student }) =>
      notifyLessonChange(
        env,
        db,
        'LessonCanceled',
        {
          lessonId: row.id,
          sessionId: row.sessionId,
          tutorId: tutor.id,
          studentId: student.id,
          start: row.start,
          isByStaff: isAdmin(actor.role),
        },
        now,
      ),
    ),
  )

/** Who is told of what staff do to the student's plan; nobody of what the student does. */
const toldOf = async ({ actor, params, db }: Request) => (isAdmin(actor.role) ? toldStatement(db, [params.id]) : [])

/** The terms of a plan that a pause changes, for the audit log. */
const audited = ({ end, pausedFrom, pausedUntil }: Subscription) => ({ end, pausedFrom, pausedUntil })

/** @throws DomainError the code of `whyNotPausable`. */
async function decidePause({ actor, params, body, db, now }: ActContext<typeof pausePlan>) {
  const [all, sums, found, upcoming] = await db.batch(planStatements(db, params.id, now))
  const balance = balanceOf([all, sums], now)
  const known = found.map(({ pause }) => pause)
  const asked = { weeks: body.weeks, isByStaff: isAdmin(actor.role) }
  refuse(whyNotPausable(balance?.subscription ?? null, known, asked, now))
  const start = balance && pauseStart(balance.subscription, now)
  if (balance === null || start === null) throw new DomainError('unexpected')
  const range = pauseOf(start, body.weeks)
  return { balance, range, change: await changed(db, balance, upcoming, { before: null, after: range }) }
}

/**
 * Pauses the student's plan from the next minutes week on (docs/rules/minutes.md 10.1), for the student or, with a reason, by an
 * admin (10.9).
 * @throws DomainError `forbidden` for another student's, `student-not-found`, the code of `whyNotPausable`, `bad-request` for an
 * admin without a reason.
 */
export const pause: Act<typeof pausePlan> = async (ctx) => {
  const { actor, params, db, env, now, after } = ctx
  const isByStaff = isAdmin(actor.role)
  refuseOtherStudents(actor, params.id)
  if (isByStaff) assertReason(ctx.reason)
  await findStudent(db, params.id)
  const told = await toldOf(ctx)
  const { decision, written } = await decideAndWrite(
    () => decidePause(ctx),
    ({ balance, range, change }) => {
      const { id: subscriptionId } = balance.subscription
      const row = {
        ...range,
        subscriptionId,
        createdBy: actor.id,
        reason: isByStaff ? ctx.reason : null,
        createdAt: now,
      }
      const newest = db
        .select()
        .from(pauses)
        .where(eq(pauses.subscriptionId, subscriptionId))
        .orderBy(desc(pauses.id))
        .limit(1)
      const statements = [
        ...changeStatements(ctx, change, [...grantStatements(db, balance, now), db.insert(pauses).values(row)]),
        ...completionStatements(ctx, sql`(SELECT MAX(id) FROM pauses WHERE subscription_id = ${subscriptionId})`),
        ...auditStatements(ctx, {
          act: 'student.pause',
          kind: 'student',
          id: params.id,
          before: audited(change.before.subscription),
          after: audited(change.after.subscription),
        }),
        ...pauseNotices(env, db, told, 'paused', { ...range, planEnd: change.after.subscription.end }, now),
      ]
      return batchReturning(db, statements, newest)
    },
    'illegal',
  )
  after(notifyLost(ctx, decision.change))
  if (told.length > 0) after(triggerDelivery(env))
  const [row] = written
  if (!row) throw new DomainError('unexpected')
  return pauseView(row, isByStaff)
}

/** @throws DomainError `not-found`. */
export const recallPaused: Recall<typeof pausePlan> = async ({ db, actor }, made) => {
  const [found] = await db
    .select()
    .from(pauses)
    .where(eq(pauses.id, Number(made)))
  if (!found) throw new DomainError('not-found')
  return pauseView(found, isAdmin(actor.role))
}

/** @throws DomainError `not-found` for no pause of this student, `illegal` for one of which nothing would be left out. */
async function decideEnd({ params, db, now }: ActContext<typeof endPause>) {
  const [all, sums, found, upcoming] = await db.batch(planStatements(db, params.id, now))
  const pause = found.find((one) => one.pause.id === params.pauseId)?.pause
  if (!pause) throw new DomainError('not-found', 'pauseId: no such pause of this student')
  const balance = balanceOf([all, sums], now)
  if (balance === null || balance.subscription.id !== pause.subscriptionId || pause.endedAt !== null)
    throw new DomainError('illegal')
  const end = endedEarly(balance.subscription, pause, now)
  if (end === null) throw new DomainError('illegal')
  const range = { start: pause.start, end }
  return { pause: { ...pause, end }, change: await changed(db, balance, upcoming, { before: pause, after: range }) }
}

/**
 * Ends a pause with the minutes week that lasts, or undoes one that has not begun (docs/rules/minutes.md 10.8), for the student or,
 * with a reason, by an admin.
 * @throws DomainError `forbidden` for another student's, `student-not-found`, those of `decideEnd`, `bad-request` for an admin
 * without a reason.
 */
export const endEarly: Act<typeof endPause> = async (ctx) => {
  const { actor, params, db, env, now, after } = ctx
  const isByStaff = isAdmin(actor.role)
  refuseOtherStudents(actor, params.id)
  if (isByStaff) assertReason(ctx.reason)
  await findStudent(db, params.id)
  const told = await toldOf(ctx)
  const ended = { endedAt: now, endedBy: actor.id, endReason: isByStaff ? ctx.reason : null }
  const { decision } = await decideAndWrite(
    () => decideEnd(ctx),
    ({ pause: { id, start, end }, change }) =>
      batchAll(db, [
        ...changeStatements(ctx, change, [
          db
            .update(pauses)
            .set({ ...ended, end })
            .where(eq(pauses.id, id)),
        ]),
        ...auditStatements(ctx, {
          act: 'student.endPause',
          kind: 'student',
          id: params.id,
          before: audited(change.before.subscription),
          after: audited(change.after.subscription),
        }),
        ...pauseNotices(env, db, told, 'ended', { start, end, planEnd: change.after.subscription.end }, now),
      ]),
    'illegal',
  )
  after(notifyLost(ctx, decision.change))
  if (told.length > 0) after(triggerDelivery(env))
  return pauseView({ ...decision.pause, ...ended }, isByStaff)
}
