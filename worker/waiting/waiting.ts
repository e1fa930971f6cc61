import type { declineOffer, listWaits, removeWaiting, stopWaiting, waitForTutor } from '#contract/waiting'
import { DomainError, refuse } from '#domain/errors'
import { MAX_WAITS } from '#domain/lessons/waiting'
import { isAdmin } from '#domain/roles'
import { whyNotGuarded } from '#domain/students/guardians'
import { notifyUsers } from '../../party/stubs.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { assertReason } from '../http/reason.ts'
import { offerFreedTimes } from '../jobs/offer-times.ts'
import { notifyTimesChanged } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { tutorsCheck, tutorsFor } from '../tutors/store.ts'
import { declineStatements, endWait, storeWait, waitsOf, waitView } from './store.ts'

/** @throws DomainError `forbidden` for a student who asks for another (docs/rules/lessons.md 14.8). */
export const list = reading(
  ({ query, now, db }: ReadRequest<typeof listWaits>) => [waitsOf(db, query.userId, now)],
  async ({ actor, query }, [rows]) => {
    if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
    return { list: rows.map(waitView) }
  },
)

/**
 * @throws DomainError `forbidden` without a verified e-mail, `tutor-not-found` for a tutor who is not listed,
 * `waiting-limit-reached` (docs/rules/lessons.md 14.1).
 */
export const join = reading(
  ({ caller, db, now }: ReadRequest<typeof waitForTutor>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { actor, db, params, body, now } = ctx
    if (!actor.verifiedEmail) throw new DomainError('forbidden')
    refuse(whyNotGuarded(actor, now))
    if (!(await tutorsFor(ctx, changed)).entries.has(params.id)) throw new DomainError('tutor-not-found')
    const wanted = { studentId: actor.id, tutorId: params.id, isEvening: body.isEvening }
    if (!(await storeWait(db, wanted, now)))
      throw new DomainError('waiting-limit-reached', `id: ${MAX_WAITS} tutors at the most`)
    return undefined
  },
)

/** Also of a tutor who is no longer listed. */
export const leave: Act<typeof stopWaiting> = async ({ actor, db, env, params, now, after }) => {
  const [left] = await endWait(db, actor.id, params.id)
  if (left) after(offerFreedTimes(env, db, params.id, now))
  return undefined
}

/**
 * Declines what is offered now; it goes to the next one at once, and the student keeps the place (docs/rules/lessons.md 14.9).
 * @throws DomainError `not-found` where that time is not offered to the student any more.
 */
export const decline: Act<typeof declineOffer> = async ({ actor, db, env, params, body, now, after }) => {
  const offer = { studentId: actor.id, tutorId: params.id, start: body.start }
  const [, , declined] = await db.batch(declineStatements(db, offer, now))
  if (declined.length === 0) throw new DomainError('not-found')
  after(notifyUsers(env, [actor.id], { event: 'WaitingListUpdated' }))
  after(notifyTimesChanged(env, params.id))
  after(offerFreedTimes(env, db, params.id, now))
  return undefined
}

/** @throws DomainError `not-found` for who does not wait, `bad-request` without a reason (docs/rules/lessons.md 14.8). */
export const remove: Act<typeof removeWaiting> = async (ctx) => {
  const { db, env, params, now, after } = ctx
  assertReason(ctx.reason)
  const { id: tutorId, studentId } = params
  const found = (await waitsOf(db, studentId, now)).find((row) => row.tutorId === tutorId)
  if (!found) throw new DomainError('not-found')
  const { isEvening, createdAt } = found
  await db.batch([
    endWait(db, studentId, tutorId),
    ...auditStatements(ctx, {
      act: 'waiting.remove',
      kind: 'user',
      id: studentId,
      before: { tutorId, isEvening, createdAt },
      after: null,
    }),
  ])
  after(offerFreedTimes(env, db, tutorId, now))
  return undefined
}
