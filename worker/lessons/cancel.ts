import { and, eq, gte, sql } from 'drizzle-orm'
import type { cancelLesson as contract } from '#contract/lessons'
import { batchThenRead } from '#db/batch'
import type { Db } from '#db/client'
import { sessionEvents } from '#db/schema/sessions'
import { cancelLesson } from '#domain/lessons/cancellation'
import { rangeOf } from '#domain/lessons/durations'
import { wasInsideDuring } from '#domain/lessons/outcome'
import { PresenceEvent } from '#domain/sessions/session-id'
import { sessionParty } from '../../party/stubs.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
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
 * Cancels a lesson (docs/rules/lessons.md 4.1). For an already cancelled lesson it succeeds and changes nothing.
 * @throws DomainError `lesson-not-found`, `forbidden`, `lesson-time-passed`, `lesson-in-progress` for the student of a
 * lesson that has begun and whose tutor attended.
 */
export const cancel = reading(
  ({ params, db }: ReadRequest<typeof contract>) => changeStatements(db, params.id),
  async (ctx: ActContext<typeof contract>, rows, readAgain) => {
    const { actor, params, db, env, now, after } = ctx
    const decide = async (found: FoundLesson | null) => {
      const isByStudent = found !== null && actor.id === found.student.id && now >= found.row.start
      const tutorCame = isByStudent && (await didTutorCome(ctx, found))
      const cancellation = cancelLesson(found && lessonOf(found), actor.id, now, tutorCame)
      return found && cancellation && { found, cancellation, isByStudent }
    }
    const { decision, written } = await decideAndWriteFrom(
      { first: rows, readAgain },
      (read) => decide(foundForChange(read)),
      async (decided) => {
        if (!decided) return undefined
        const { canceledAt } = decided.cancellation
        // The tutor may have joined since the events were read; then the student's cancellation is decided again.
        const statements = [
          ...cancellationStatements(db, decided.found, decided.cancellation, now),
          ...(decided.isByStudent ? [abortIf(db, 'tutor-came', tutorJoined(db, decided.found))] : []),
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
        },
        now,
      ),
    )
    return undefined
  },
)
