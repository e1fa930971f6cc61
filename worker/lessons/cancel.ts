import { and, eq, gte, sql } from 'drizzle-orm'
import type { cancelLesson as contract } from '#contract/lessons'
import { batchThenRead } from '#db/batch'
import type { Db } from '#db/client'
import { sessionEvents } from '#db/schema/sessions'
import { cancelLesson, cancelLessonByStaff } from '#domain/lessons/cancellation'
import { rangeOf } from '#domain/lessons/durations'
import { wasInsideDuring } from '#domain/lessons/outcome'
import { isAdmin } from '#domain/roles'
import { PresenceEvent } from '#domain/sessions/session-id'
import { sessionParty } from '../../party/stubs.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { tutorNowStatements } from '../tutors/store.ts'
import { loadPresences } from './attendance-store.ts'
import { cancellationStatements, changeStatements, type FoundLesson, foundForChange, lessonOf } from './store.ts'

/**
 * Whether the tutor of a lesson that has begun has been in its session since the start: by the recorded events, or by the
 * session's Durable Object, which knows who is inside before the event is recorded.
 */
async function didTutorCome({ env, db }: ActContext<typeof contract>, { row, tutor }: FoundLesson): Promise<boolean> {
  const [presences, inside] = await Promise.all([
    loadPresences(db, [row.sessionId]),
    sessionParty(env, row.sessionId).members(),
  ])
  return inside.includes(tutor.id) || wasInsideDuring(row, presences(row.sessionId, tutor.id), rangeOf(row).end)
}

/** The SQL condition that a recorded event shows the tutor joining since the start of the lesson. */
const tutorJoined = (db: Db, { row, tutor }: FoundLesson) => {
  const joins = db
    .select({ id: sessionEvents.id })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, row.sessionId),
        eq(sessionEvents.userId, tutor.id),
        eq(sessionEvents.type, PresenceEvent.UserJoined),
        gte(sessionEvents.createdAt, row.start),
      ),
    )
  return sql`EXISTS ${joins}`
}

/**
 * Cancels a lesson: as a member of it (docs/rules/lessons.md 4.1), or as an admin with a reason (11.2). For an already
 * cancelled lesson it succeeds and changes nothing.
 * @throws DomainError `lesson-not-found`, `forbidden`, `lesson-time-passed`, `lesson-in-progress` for an admin and the student
 * of a lesson that has begun and whose tutor attended, `bad-request` for an admin without a reason.
 */
export const cancel = reading(
  ({ params, db }: ReadRequest<typeof contract>) => changeStatements(db, params.id),
  async (ctx: ActContext<typeof contract>, rows, readAgain) => {
    const { actor, params, db, env, now, after } = ctx
    const isByStaff = isAdmin(actor.role)
    if (isByStaff) assertReason(ctx.reason)
    const rule = isByStaff ? cancelLessonByStaff : cancelLesson
    const decide = async (found: FoundLesson | null) => {
      const needsAbsence = found !== null && actor.id !== found.tutor.id && now >= found.row.start
      const tutorCame = needsAbsence && (await didTutorCome(ctx, found))
      const cancellation = rule(found && lessonOf(found), actor.id, now, tutorCame)
      return found && cancellation && { found, cancellation, needsAbsence }
    }
    const { decision, written } = await decideAndWriteFrom(
      { first: rows, readAgain },
      (read) => decide(foundForChange(read)),
      async (decided) => {
        if (!decided) return undefined
        const { canceledAt } = decided.cancellation
        // The tutor may have joined since the events were read; then the cancellation by somebody else is decided again.
        const statements = [
          ...cancellationStatements(db, decided.found, decided.cancellation, now),
          ...(decided.needsAbsence ? [abortIf(db, 'tutor-came', tutorJoined(db, decided.found))] : []),
          ...auditStatements(ctx, {
            act: 'lesson.cancel',
            kind: 'lesson',
            id: params.id,
            before: { canceledAt: null },
            after: { canceledAt },
          }),
        ]
        return batchThenRead(db, statements, tutorNowStatements(db, decided.found.tutor.id, now))
      },
      'illegal',
    )
    if (!decision || !written) return undefined
    const { row, tutor, student } = decision.found
    after(
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
          tutorRows: written.read,
          isByStaff,
        },
        now,
      ),
    )
    return undefined
  },
)
