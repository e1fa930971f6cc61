import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { answerStandingTime } from '#contract/standing-times'
import type { RowsOf, Statement } from '#db/batch'
import { standingTimes } from '#db/schema/standing-times'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAsked, overlapWeekly, type WeeklyTime } from '#domain/lessons/standing-times'
import { notifyUsers } from '../../party/stubs.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
import { notifyTimesChanged } from '../live/tutors.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { formatWeeklyTime } from '../messages/times.ts'
import { toldStatement } from '../messages/told.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { STANDING_PATH, standingNotices } from './messages.ts'
import { openOnes, reserveStatements, type StandingRow } from './store.ts'

const decisionStatements = ({ caller, params, db }: ReadRequest<typeof answerStandingTime>) =>
  [openOnes(db, sql`${or(eq(standingTimes.tutorId, caller.id), eq(standingTimes.id, params.id))}`)] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** The request that is answered, and those that its acceptance declines; `isDone` where it is accepted already. */
type Decision = { asked: StandingRow; others: StandingRow[]; isDone: boolean }

/**
 * @throws DomainError `not-found` for what is not open, `forbidden` for another tutor's, `illegal` for one whose time has run out, or that is
 * accepted and is to be declined; `standing-time-taken` where another one has the time.
 */
function decide({ actor, params, body, now }: ActContext<typeof answerStandingTime>, [open]: Read): Decision {
  const asked = open.find(({ id }) => id === params.id)
  if (!asked) throw new DomainError('not-found')
  if (asked.tutorId !== actor.id) throw new DomainError('forbidden')
  if (asked.state === 'accepted' && body.accepts) return { asked, others: [], isDone: true }
  if (!isAsked(asked, now)) throw new DomainError('illegal', 'id: not to be answered any more')
  if (!body.accepts) return { asked, others: [], isDone: false }
  const overlapping = open.filter((one) => one.id !== asked.id && overlapWeekly(one, asked))
  if (overlapping.some(({ state }) => state === 'accepted')) throw new DomainError('standing-time-taken')
  return { asked, others: overlapping, isDone: false }
}

/** Where a student asks for another time. */
const pathOf = ({ tutorId, accepts }: { tutorId: number; accepts: boolean }) =>
  accepts ? STANDING_PATH : `/t/${tutorId}`

type Save = Decision & { accepts: boolean; now: Instant }

async function save(ctx: ActContext<typeof answerStandingTime>, { asked, others, accepts, now }: Save) {
  const { db, env } = ctx
  const told = await toldStatement(
    db,
    [asked, ...others].map(({ studentId }) => studentId),
  )
  const noticesOf = (one: StandingRow & WeeklyTime, isAccepted: boolean): Statement[] =>
    told
      .filter(({ id }) => id === one.studentId)
      .flatMap((to) =>
        standingNotices(
          env,
          db,
          to,
          {
            template: isAccepted ? 'standing_time_accepted' : 'standing_time_declined',
            time: formatWeeklyTime(one),
            key: `answered:${one.id}`,
            path: pathOf({ tutorId: one.tutorId, accepts: isAccepted }),
          },
          now,
        ),
      )
  const declined = accepts ? others : [asked]
  await db.batch([
    abortIf(
      db,
      'standing-time-answered',
      sql`(SELECT ${standingTimes.state} <> 'asked' FROM ${standingTimes} WHERE ${standingTimes.id} = ${asked.id})`,
    ),
    db
      .update(standingTimes)
      .set({ state: 'declined', updatedAt: now })
      .where(
        and(
          inArray(
            standingTimes.id,
            declined.map(({ id }) => id),
          ),
          eq(standingTimes.state, 'asked'),
        ),
      ),
    ...(accepts
      ? [
          db
            .update(standingTimes)
            .set({ state: 'accepted', acceptedAt: now, updatedAt: now })
            .where(eq(standingTimes.id, asked.id)),
          ...reserveStatements(db, asked, now),
          ...touchTutors(db, [asked.tutorId]),
        ]
      : []),
    ...(accepts ? noticesOf(asked, true) : []),
    ...declined.flatMap((one) => noticesOf(one, false)),
    ...auditStatements(ctx, {
      act: 'standingTime.answer',
      kind: 'user',
      id: asked.studentId,
      before: { state: 'asked' },
      after: { state: accepts ? 'accepted' : 'declined', tutorId: asked.tutorId },
    }),
  ])
}

/** Accepts a request once, which reserves its weeks, or declines it (docs/rules/lessons.md 15.3, 15.4). */
export const answer = reading(
  decisionStatements,
  async (ctx: ActContext<typeof answerStandingTime>, rows, readAgain) => {
    const { body, env, now, after } = ctx
    const { decision } = await decideAndWriteFrom(
      { first: rows, readAgain },
      (read) => decide(ctx, read),
      async (decided) => (decided.isDone ? undefined : save(ctx, { ...decided, accepts: body.accepts, now })),
      'standing-time-taken',
    )
    const { asked, others, isDone } = decision
    if (isDone) return undefined
    const people = [asked.tutorId, asked.studentId, ...others.map(({ studentId }) => studentId)]
    after(notifyUsers(env, people, { event: 'StandingTimesUpdated' }))
    after(triggerDelivery(env))
    if (body.accepts) after(notifyTimesChanged(env, asked.tutorId))
    return undefined
  },
)
