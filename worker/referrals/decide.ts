import { eq } from 'drizzle-orm'
import type { decideReferral, undoReferral } from '#contract/referrals'
import type { Db } from '#db/client'
import { referrals } from '#db/schema/referrals'
import { DomainError } from '#domain/errors'
import { type ReferralState, referralMachine } from '#domain/subscriptions/referral'
import { transitionTo } from '#domain/transitions'
import type { Act } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { grantedStatements, payRewards, stateStatement, takenBackStatements } from './store.ts'

/** @throws DomainError `not-found`, `illegal` where staff may not bring the referral into this state. */
async function referralFor(db: Db, id: number, to: ReferralState) {
  const [found] = await db.select().from(referrals).where(eq(referrals.id, id))
  if (!found) throw new DomainError('not-found')
  if (!transitionTo(referralMachine, found.state, to, 'staff')) throw new DomainError('illegal')
  return found
}

/**
 * Grants or refuses what waits for staff (docs/rules/minutes.md 12.7).
 * @throws DomainError `bad-request` without a reason, `not-found`, `illegal` for one that waits for nobody.
 */
export const decide: Act<typeof decideReferral> = async (ctx) => {
  const { actor, db, env, params, body, now, reason, after } = ctx
  assertReason(reason)
  const state = body.isGranted ? 'given' : 'refused'
  const { decision } = await decideAndWrite(
    () => referralFor(db, params.id, state),
    async (found) =>
      db.batch([
        stateStatement(db, found.id, { state, decidedBy: actor.id, reason }, now),
        ...(body.isGranted ? await grantedStatements(env, db, found, now) : []),
        ...auditStatements(ctx, {
          act: 'referral.decide',
          kind: 'user',
          id: found.friendId,
          before: { state: found.state, signals: found.signals, bringerId: found.bringerId },
          after: { state },
        }),
      ]),
    'illegal',
  )
  after(notifyQueues(env, 'referrals'))
  if (!body.isGranted) return undefined
  await payRewards(db, now, [decision.bringerId, decision.friendId])
  after(triggerDelivery(env))
  return undefined
}

/**
 * Takes back what is left of the minutes (docs/rules/minutes.md 12.9).
 * @throws DomainError `bad-request` without a reason, `not-found`, `illegal` for one that was not given.
 */
export const undo: Act<typeof undoReferral> = async (ctx) => {
  const { actor, db, params, now, reason } = ctx
  assertReason(reason)
  await decideAndWrite(
    () => referralFor(db, params.id, 'undone'),
    (found) =>
      db.batch([
        stateStatement(db, found.id, { state: 'undone', decidedBy: actor.id, reason }, now),
        ...takenBackStatements(db, found.id, { id: actor.id, reason }, now),
        ...auditStatements(ctx, {
          act: 'referral.undo',
          kind: 'user',
          id: found.friendId,
          before: { state: found.state, bringerId: found.bringerId },
          after: { state: 'undone' },
        }),
      ]),
    'illegal',
  )
  return undefined
}
