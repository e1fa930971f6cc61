import { and, eq } from 'drizzle-orm'
import type { createInvite, deleteInvite, editInvite } from '#contract/invites'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { invites } from '#db/schema/invites'
import { users } from '#db/schema/users'
import { type Instant, lastPlannable } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { auditedInvite, findInvite, refuseDuplicate } from './invite-store.ts'
import { findPlan } from './store.ts'

/** An account with an unverified address does not count: otherwise anybody could block another person's invite with it. */
async function assertNotRegistered(db: Db, email: string): Promise<void> {
  const isProven = and(eq(users.email, email), eq(users.verifiedEmail, true))
  const [account] = await db.select({ id: users.id }).from(users).where(isProven)
  if (account) throw new DomainError('user-exists')
}

/** @throws DomainError `bad-request` for a time in the past, `date-too-far` for one more than five years ahead. */
function assertExpiry(expiresAt: Instant, now: Instant): void {
  if (expiresAt <= now) throw new DomainError('bad-request', 'expiresAt: has passed')
  if (expiresAt > lastPlannable(now)) throw new DomainError('date-too-far', 'expiresAt: more than five years ahead')
}

/**
 * Invites an e-mail address: a student who verifies it may buy the plan (docs/rules/minutes.md 2.4).
 * @throws DomainError `plan-not-found`, `user-exists`, `illegal` for an address that is already invited, `bad-request`.
 */
export const create: Act<typeof createInvite> = async (ctx) => {
  const { actor, body, db, now } = ctx
  assertExpiry(body.expiresAt, now)
  await findPlan(db, body.planId)
  await assertNotRegistered(db, body.email)
  const [[invite]] = await db
    .batch([
      db
        .insert(invites)
        .values({ ...body, createdBy: actor.id, updatedBy: actor.id, createdAt: now, updatedAt: now })
        .returning(),
      ...completionStatements(ctx, 'justInserted'),
      ...auditStatements(ctx, { act: 'invite.create', kind: 'invite', id: 'justInserted', after: auditedInvite(body) }),
    ])
    .catch(refuseDuplicate)
  if (!invite) throw new Error('The new invite was not returned')
  return invite
}

/** @throws DomainError `invite-not-found`. */
export const recallCreated: Recall<typeof createInvite> = ({ db }, made) => findInvite(db, Number(made))

/**
 * @throws DomainError `empty-request`, `invite-not-found`, `plan-not-found`, `user-exists`, `bad-request`, `illegal` for an
 * accepted invite and for an address that has another invite, `version-conflict`.
 */
export const edit: Act<typeof editInvite> = async (ctx) => {
  const { actor, params, body, db, now } = ctx
  refuseEmpty(body)
  const before = await findInvite(db, params.id)
  assertVersion(ctx, before)
  if (before.acceptedAt) throw new DomainError('illegal', 'invite: accepted already')
  if (body.planId !== undefined) await findPlan(db, body.planId)
  if (body.email !== undefined) await assertNotRegistered(db, body.email)
  if (body.expiresAt !== undefined) assertExpiry(body.expiresAt, now)
  const saved = db
    .update(invites)
    .set({ ...body, updatedBy: actor.id, updatedAt: nextVersion(invites, now) })
    .where(eq(invites.id, params.id))
    .returning()
  const audit = auditStatements(ctx, {
    act: 'invite.edit',
    kind: 'invite',
    id: params.id,
    before: auditedInvite(beforeOf(before, body)),
    after: auditedInvite(body),
  })
  const statements = [versionStatement(ctx, invites, params.id), ...audit]
  const [invite] = await batchReturning(db, statements, saved).catch(refuseDuplicate)
  if (!invite) throw new DomainError('invite-not-found')
  return invite
}

/**
 * Deletes an invite; the plan invite of an accepted one remains.
 * @throws DomainError `invite-not-found`.
 */
export const remove: Act<typeof deleteInvite> = async (ctx) => {
  const { params, db } = ctx
  const before = await findInvite(db, params.id)
  assertVersion(ctx, before)
  await db.batch([
    versionStatement(ctx, invites, params.id),
    db.delete(invites).where(eq(invites.id, params.id)),
    ...auditStatements(ctx, { act: 'invite.delete', kind: 'invite', id: params.id, before: auditedInvite(before) }),
  ])
  return undefined
}
