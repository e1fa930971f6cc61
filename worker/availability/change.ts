import { and, eq } from 'drizzle-orm'
import type { changeSlots as contract } from '#contract/availability'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { meetingTables } from '#db/meetings'
import { patternDays } from '#db/schema/availability'
import { busyQuarters } from '#db/schema/lessons'
import { changeSlots, type Slot, type SlotAction } from '#domain/availability/changes'
import { SlotPurpose } from '#domain/availability/purposes'
import { localDay } from '#domain/cairo'
import { MeetingStatus } from '#domain/meetings/statuses'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { nextInCalendar } from '../http/versions.ts'
import { offerFreedTimes } from '../jobs/offer-times.ts'
import { cancellationStatements, type FoundLesson, findForChange } from '../lessons/store.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { meetings } from '../meetings/store.ts'
import { meetingCanceledStatements, type Reached, recipientsOf } from '../messages/onboarding.ts'
import { triggerNotices } from '../messages/schedule-notices.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { type SlotWrite, slotStatements } from './slot-statements.ts'
import { type BookedSession, slotsOf, slotsStatements } from './store.ts'

/** `applicants`: the tutors whose interviews and demo sessions are cancelled. */
type SlotDecision = SlotWrite & { lessons: FoundLesson[]; applicants: Reached[] }

const namedBy = (actions: readonly SlotAction[]) => actions.flatMap((one) => (one.type === 'create' ? [] : [one.id]))

/** Reads what a change is decided on. */
const decisionStatements = ({ caller, body, db, now }: ReadRequest<typeof contract>) =>
  slotsStatements(db, { userId: caller.id, slotIds: namedBy(body.actions), now })

type Read = RowsOf<ReturnType<typeof decisionStatements>>

async function decide({ actor, body, db, now }: ActContext<typeof contract>, read: Read): Promise<SlotDecision> {
  const actions = body.actions
  const { slots, sessions } = slotsOf(read)
  const changes = changeSlots({ actor, actions, slots, sessions, now })
  const cancelledLessons = changes.cancelled.filter((session) => session.kind === SlotPurpose.Lesson)
  const applicantIds = changes.cancelled.flatMap(({ meeting }) => meeting?.tutorId ?? [])
  const applicants = applicantIds.length > 0 ? await recipientsOf(db, applicantIds) : []
  const found = await Promise.all(cancelledLessons.map((session) => findForChange(db, session.id)))
  return { changes, slots, sessions, lessons: found.filter((lesson) => lesson !== null), applicants }
}

/** Marks the days of these slots as edited by hand, which a new pattern leaves alone (docs/rules/availability.md 5.4). */
function handStatements(
  db: Db,
  { body, slots }: { body: { actions: readonly SlotAction[] }; slots: readonly Slot[] },
  userId: number,
) {
  const named = new Set(namedBy(body.actions))
  const days = slots.filter(({ id }) => named.has(id)).flatMap(({ start, end }) => [localDay(start), localDay(end - 1)])
  if (days.length === 0) return []
  return [
    db
      .update(patternDays)
      .set({ changedByHand: true })
      .where(and(eq(patternDays.userId, userId), isAmong(patternDays.day, days))),
  ]
}

/** Cancels interviews and demo sessions on behalf of the slot's owner, frees their time and notifies the tutors. */
function sessionStatements(
  { actor, db, now }: ActContext<typeof contract>,
  cancelled: BookedSession[],
  applicants: Reached[],
): Statement[] {
  return cancelled.flatMap(({ meeting, id, sessionId, start }) => {
    if (!meeting) return []
    const { kind, tutorId } = meeting
    const { table } = meetingTables[kind]
    return [
      db
        .update(table)
        .set({ status: MeetingStatus.CanceledByManager, ...nextInCalendar(table, now) })
        .where(and(eq(table.id, id), eq(table.status, MeetingStatus.Pending))),
      db.delete(busyQuarters).where(eq(busyQuarters.sessionId, sessionId)),
      ...meetingCanceledStatements(
        db,
        applicants.filter((one) => one.id === tutorId),
        { sessionId, start, tutorId, managerId: actor.id },
        now,
      ),
    ]
  })
}

async function save(ctx: ActContext<typeof contract>, decided: SlotDecision): Promise<void> {
  const { actor, body, db, now } = ctx
  const named = new Set(namedBy(body.actions))
  const [first, ...rest] = touchTutors(db, [actor.id])
  if (!first) return
  await db.batch([
    first,
    ...rest,
    ...completionStatements(ctx, null),
    ...decided.lessons.flatMap((lesson) =>
      cancellationStatements(
        db,
        lesson,
        { canceledBy: actor.id, canceledAt: now, returnedMinutes: lesson.row.duration },
        now,
      ),
    ),
    ...sessionStatements(ctx, decided.changes.cancelled, decided.applicants),
    ...slotStatements(db, decided, { userId: actor.id, byPattern: false, now }),
    ...handStatements(db, { body, slots: decided.slots }, actor.id),
    ...auditStatements(ctx, {
      act: 'availability.change',
      kind: 'user',
      id: actor.id,
      before: { slots: decided.slots.filter(({ id }) => named.has(id)) },
      after: body,
    }),
  ])
}

/**
 * Applies a list of actions, all or none. Sessions that no longer lie inside a slot are cancelled, and their members are
 * notified (docs/rules/availability.md 2.1, 2.3).
 * @throws DomainError any code of `whyNotChangeable`.
 */
export const change = reading(decisionStatements, async (ctx: ActContext<typeof contract>, rows, readAgain) => {
  const { env, db, now, after, actor } = ctx
  const { decision: decided } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (changes) => save(ctx, changes),
    'conflicting-schedule',
  )
  after(notifyTutorUpdated(env, db, actor.id, now))
  after(offerFreedTimes(env, db, actor.id, now))
  if (decided.changes.cancelled.length > decided.lessons.length) after(notifyQueues(env, 'interviews', 'demo-sessions'))
  for (const { row, student } of decided.lessons)
    after(
      notifyLessonChange(
        env,
        db,
        'LessonCanceled',
        {
          lessonId: row.id,
          sessionId: row.sessionId,
          tutorId: actor.id,
          studentId: student.id,
          start: row.start,
        },
        now,
      ),
    )
  for (const { meeting, sessionId, start } of decided.changes.cancelled) {
    if (!meeting) continue
    after(updateSessionSchedule(env, sessionId))
    after(notifyOnboarding(env, meeting.tutorId, meetings[meeting.kind].step))
    after(triggerNotices(env, start, now))
  }
  return undefined
})
