import { eq, sql } from 'drizzle-orm'
import type { updateDemoSession, updateInterview } from '#contract/meetings'
import type { RowsOf } from '#db/batch'
import { meetingTables } from '#db/meetings'
import type { interviews } from '#db/schema/interviews'
import { DomainError } from '#domain/errors'
import { assertMeetingChange, type MeetingChange } from '#domain/meetings/changes'
import { type MeetingActor, type MeetingKind, meetingPhase } from '#domain/meetings/statuses'
import { meetingTimeEffect } from '#domain/meetings/times'
import { isAdmin } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, type DecisionRead, decideAndWriteFrom } from '../http/constraints.ts'
import { assertVersion, nextInCalendar, versionStatement } from '../http/versions.ts'
import { meetingUpdateStatements, recipientsOf } from '../messages/onboarding.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { triggerNotices } from '../messages/schedule-notices.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { meetings, notifyMeetingUpdated } from './store.ts'
import { assertTimeFree, timeStatements } from './times.ts'

type Folds = Partial<Pick<typeof interviews.$inferInsert, `folded${string}` & keyof typeof interviews.$inferInsert>>

type Calls = typeof updateInterview | typeof updateDemoSession

/** @throws DomainError `forbidden` for an account that is neither one of its two people nor an admin. */
function roleIn({ managerId, tutorId }: { managerId: number; tutorId: number }, actor: Actor): MeetingActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === managerId) return 'manager'
  if (actor.id === tutorId) return 'tutor'
  throw new DomainError('forbidden')
}

/** Reads what a change is decided on: the meeting, and how to notify its two people. */
function decisionStatements(kind: MeetingKind, { body: { id }, db }: ReadRequest<Calls>) {
  const { table, managerId, tutorId } = meetingTables[kind]
  const people = { managerId: sql<number>`${managerId}`.as('manager'), tutorId: sql<number>`${tutorId}`.as('tutor') }
  const fromMeeting = sql`FROM ${table} WHERE ${table.id} = ${id}`
  return [
    db
      .select({ row: table, ...people })
      .from(table)
      .where(eq(table.id, id)),
    recipientsOf(db, sql`SELECT ${managerId} ${fromMeeting} UNION SELECT ${tutorId} ${fromMeeting}`),
  ] as const
}

type Read = RowsOf<ReturnType<typeof decisionStatements>>

async function decide(kind: MeetingKind, ctx: ActContext<Calls>, change: MeetingChange, [[found], people]: Read) {
  const { actor, db, now } = ctx
  if (!found) throw new DomainError(meetings[kind].notFound)
  const { row, managerId, tutorId } = found
  const role = roleIn(found, actor)
  assertVersion(ctx, row)
  const stored: Record<string, unknown> = row
  const managerFeedback = stored[meetings[kind].managerFeedback] as string | null
  const { status, start, level } = row
  assertMeetingChange({ kind, status, start, level, managerFeedback }, change, role, now)
  const meeting = { ...row, managerId, tutorId }
  const to = change.status === undefined ? null : meetingPhase(change.status)
  const effect = to === null ? 'unchanged' : meetingTimeEffect(to, row.start, now)
  if (effect === 'taken') await assertTimeFree(db, meeting)
  return { meeting, to, effect, people }
}

/**
 * Changes a meeting: the tutor may cancel it or give feedback, the manager may judge or cancel it, an admin may do anything.
 * Cancelling, and a verdict before the start, free the time of both people (docs/rules/onboarding.md 3.3). `change` has what
 * of the body the rules look at, `folds` what its texts are found by.
 * @throws DomainError `forbidden`, any code of `whyNotMeetingChanged` and `assertTimeFree`, `version-conflict`; that the
 * kind is not found, or that the tutor has another one by now.
 */
async function change(
  kind: MeetingKind,
  ctx: ActContext<Calls>,
  read: DecisionRead<Read>,
  changed: MeetingChange,
  folds: Folds,
): Promise<undefined> {
  const { body, db, env, now, after } = ctx
  const { id, ...values } = body
  const { table } = meetingTables[kind]
  const { exists, update, record, managerFeedback, tutorFeedback } = meetings[kind]
  const { decision } = await decideAndWriteFrom(
    read,
    (rows) => decide(kind, ctx, changed, rows),
    (decided) => {
      const stored: Record<string, unknown> = decided.meeting
      const names = ['status', managerFeedback, tutorFeedback, 'note', 'level']
      return db.batch([
        versionStatement(ctx, table, id),
        abortIf(
          db,
          'meeting-decided',
          sql`(SELECT ${table.status} FROM ${table} WHERE ${table.id} = ${id}) <> ${decided.meeting.status}`,
        ),
        db
          .update(table)
          .set({ ...values, ...folds, ...nextInCalendar(table, now) })
          .where(eq(table.id, id)),
        ...timeStatements(db, decided.meeting, decided.effect),
        ...meetingUpdateStatements(ctx, kind, decided),
        ...auditStatements(ctx, {
          act: update,
          kind: record,
          id,
          before: Object.fromEntries(names.map((name) => [name, stored[name]])),
          after: values,
        }),
      ])
    },
    exists,
  )
  const { to, meeting } = decision
  if (to === 'canceled') after(triggerNotices(env, meeting.start, now))
  else if (to !== null) after(triggerDelivery(env))
  notifyMeetingUpdated(ctx, { kind, ...meeting })
  return undefined
}

/** Docs/rules/onboarding.md 4.5. */
export const changeInterview = reading(
  (request: ReadRequest<typeof updateInterview>) => decisionStatements('interview', request),
  (ctx: ActContext<typeof updateInterview>, rows, readAgain) => {
    const { id: _, interviewerFeedback: managerFeedback, intervieweeFeedback: tutorFeedback, ...rest } = ctx.body
    const folds = { foldedInterviewerFeedback: managerFeedback, foldedIntervieweeFeedback: tutorFeedback }
    return change('interview', ctx, { first: rows, readAgain }, { ...rest, managerFeedback, tutorFeedback }, folds)
  },
)

/** Docs/rules/onboarding.md 5.2, 5.4. */
export const changeDemoSession = reading(
  (request: ReadRequest<typeof updateDemoSession>) => decisionStatements('demo', request),
  (ctx: ActContext<typeof updateDemoSession>, rows, readAgain) => {
    const { id: _, tutorManagerFeedback: managerFeedback, ...rest } = ctx.body
    return change('demo', ctx, { first: rows, readAgain }, { ...rest, managerFeedback }, {})
  },
)
