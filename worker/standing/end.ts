import { and, eq, inArray } from 'drizzle-orm'
import type { endStandingTime } from '#contract/standing-times'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { standingTimes } from '#db/schema/standing-times'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { endAfterNotice } from '#domain/lessons/standing-times'
import { isAdmin } from '#domain/roles'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { assertReason } from '../http/reason.ts'
import { offerFreedTimes } from '../jobs/offer-times.ts'
import { notifyTimesChanged } from '../live/tutors.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { formatWeeklyTime } from '../messages/times.ts'
import { type Told, toldStatement } from '../messages/told.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { STANDING_PATH, standingNotices } from './messages.ts'
import { giveUpFrom, openOnes, type StandingRow } from './store.ts'

type Ending = { endsAt: Instant; endedBy: number | null; told: readonly Told[] }

/** Ends a standing time, frees its weeks from then on, and tells people. Nothing happens to one that has ended meanwhile. */
export const endStatements = (
  env: Env,
  db: Db,
  one: StandingRow,
  { endsAt, endedBy, told }: Ending,
  now: Instant,
): [Statement, ...Statement[]] => [
  db
    .update(standingTimes)
    .set({ state: 'ended', endsAt, endedBy, updatedAt: now })
    .where(and(eq(standingTimes.id, one.id), inArray(standingTimes.state, ['asked', 'accepted']))),
  giveUpFrom(db, one.id, endsAt, 'ended'),
  ...touchTutors(db, [one.tutorId]),
  ...told.flatMap((to) =>
    standingNotices(
      env,
      db,
      to,
      {
        template: 'standing_time_ended',
        time: formatWeeklyTime(one),
        key: `ended:${one.id}`,
        path: STANDING_PATH,
      },
      now,
    ),
  ),
]

/**
 * Ends a standing time in a week, or withdraws a request at once, for its student, its tutor or an admin with a reason
 * (docs/rules/lessons.md 15.9, 15.12).
 * @throws DomainError `not-found` for what is not open, `forbidden` for another's, `illegal` for a tutor who ends a request, which is declined,
 * `bad-request` for an admin without a reason.
 */
export const end = reading(
  ({ params, db }: ReadRequest<typeof endStandingTime>) => [openOnes(db, eq(standingTimes.id, params.id))],
  async (ctx, [[one]]) => {
    const { actor, db, env, now, after } = ctx
    const isByStaff = isAdmin(actor.role)
    if (isByStaff) assertReason(ctx.reason)
    if (!one) throw new DomainError('not-found')
    if (!isByStaff && ![one.studentId, one.tutorId].includes(actor.id)) throw new DomainError('forbidden')
    const isRequest = one.state === 'asked'
    if (isRequest && actor.id === one.tutorId) throw new DomainError('illegal', 'id: to be declined')
    const endsAt = isRequest ? now : endAfterNotice(now)
    const told = isRequest && !isByStaff ? [] : [one.studentId, one.tutorId].filter((id) => id !== actor.id)
    await db.batch([
      ...endStatements(env, db, one, { endsAt, endedBy: actor.id, told: await toldStatement(db, told) }, now),
      ...auditStatements(ctx, {
        act: 'standingTime.end',
        kind: 'user',
        id: one.studentId,
        before: { tutorId: one.tutorId, weekday: one.weekday, minute: one.minute, duration: one.duration },
        after: { endsAt },
      }),
    ])
    after(notifyUsers(env, [one.studentId, one.tutorId], { event: 'StandingTimesUpdated' }))
    if (told.length > 0) after(triggerDelivery(env))
    after(notifyTimesChanged(env, one.tutorId))
    after(offerFreedTimes(env, db, one.tutorId, now))
    return undefined
  },
)
