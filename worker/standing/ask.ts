import { eq, or, sql } from 'drizzle-orm'
import type { askForStandingTime } from '#contract/standing-times'
import type { RowsOf } from '#db/batch'
import { standingTimes } from '#db/schema/standing-times'
import { subscriptions } from '#db/schema/subscriptions'
import { DomainError, refuse } from '#domain/errors'
import { REQUEST_MS, whyNotAsked } from '#domain/lessons/standing-times'
import { currentOf } from '#domain/subscriptions/current'
import { notifyUsers } from '../../party/stubs.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { formatWeeklyTime } from '../messages/times.ts'
import { toldStatement } from '../messages/told.ts'
import { tutorsCheck, tutorsFor } from '../tutors/store.ts'
import { STANDING_PATH, standingNotices } from './messages.ts'
import { openOnes, type StandingRow } from './store.ts'

const decisionStatements = ({ caller, body, db, now }: ReadRequest<typeof askForStandingTime>) =>
  [
    db.select().from(subscriptions).where(eq(subscriptions.userId, caller.id)),
    openOnes(db, sql`${or(eq(standingTimes.studentId, caller.id), eq(standingTimes.tutorId, body.tutorId))}`),
    toldStatement(db, [body.tutorId]),
    ...tutorsCheck(db, now, caller),
  ] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** The student's own ones, and whether this one is among them already. @throws DomainError any code of `whyNotAsked`. */
function decide({ actor, body, now }: ActContext<typeof askForStandingTime>, [subscribed, open]: Read) {
  const own = open.filter(({ studentId }) => studentId === actor.id)
  const isSame = ({ tutorId, weekday, minute, duration }: StandingRow) =>
    tutorId === body.tutorId && weekday === body.weekday && minute === body.minute && duration === body.duration
  if (own.some(isSame)) return { own, isAsked: true }
  refuse(
    whyNotAsked({
      student: actor,
      time: body,
      subscription: currentOf(subscribed, now),
      own,
      taken: open.filter(({ studentId, state }) => studentId !== actor.id && state === 'accepted'),
      now,
    }),
  )
  return { own, isAsked: false }
}

/**
 * Asks a tutor for a weekly time and tells them (docs/rules/lessons.md 15.1, 15.2).
 * @throws DomainError `forbidden` without a verified e-mail, `tutor-not-found` for a tutor who is not listed, any code of
 * `whyNotAsked`.
 */
export const ask = reading(decisionStatements, async (ctx: ActContext<typeof askForStandingTime>, rows, readAgain) => {
  const { actor, body, db, env, now, after } = ctx
  if (!actor.verifiedEmail) throw new DomainError('forbidden')
  const [, , [tutor], changed] = rows
  if (!tutor || !(await tutorsFor(ctx, changed)).entries.has(body.tutorId)) throw new DomainError('tutor-not-found')
  const { decision } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    async ({ own, isAsked }) => {
      if (isAsked) return
      const stored = sql`(SELECT json_group_array(id) FROM (SELECT id FROM standing_times WHERE student_id = ${actor.id} AND state IN ('asked', 'accepted') ORDER BY id))`
      const known = JSON.stringify(own.map(({ id }) => id).sort((a, b) => a - b))
      await db.batch([
        // Of two requests at once each sees the other, whose minutes count too.
        abortIf(db, 'standing-times-changed', sql`${stored} <> ${known}`),
        db.insert(standingTimes).values({
          studentId: actor.id,
          tutorId: body.tutorId,
          weekday: body.weekday,
          minute: body.minute,
          duration: body.duration,
          askedUntil: now + REQUEST_MS,
          createdAt: now,
          updatedAt: now,
        }),
        ...standingNotices(
          env,
          db,
          tutor,
          {
            template: 'standing_time_asked',
            time: formatWeeklyTime(body),
            key: `asked:${actor.id}:${now}`,
            path: STANDING_PATH,
          },
          now,
        ),
      ])
    },
    'standing-time-taken',
  )
  if (!decision.isAsked) {
    after(notifyUsers(env, [actor.id, body.tutorId], { event: 'StandingTimesUpdated' }))
    after(triggerDelivery(env))
  }
  return undefined
})
