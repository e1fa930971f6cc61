import { eq } from 'drizzle-orm'
import type { createPlan, deletePlan, editPlan } from '#contract/plans'
import { batchReturning } from '#db/batch'
import { plans } from '#db/schema/plans'
import { DomainError } from '#domain/errors'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { isStillReferenced } from '../http/references.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { auditedPlan, findPlan, forgetOffers } from './store.ts'

/** Creates a plan (docs/rules/minutes.md 1.2). */
export const create: Act<typeof createPlan> = async (ctx) => {
  const { body, db, now } = ctx
  const [[plan]] = await db.batch([
    db
      .insert(plans)
      .values({ ...body, createdAt: now, updatedAt: now })
      .returning(),
    ...completionStatements(ctx, 'justInserted'),
    ...auditStatements(ctx, { act: 'plan.create', kind: 'plan', id: 'justInserted', after: body }),
  ])
  if (!plan) throw new Error('The new plan was not returned')
  forgetOffers()
  return plan
}

/** @throws DomainError `plan-not-found`. */
export const recallCreated: Recall<typeof createPlan> = ({ db }, made) => findPlan(db, Number(made))

/**
 * Changes a plan. Existing subscriptions keep the minutes and the price with which they were bought.
 * @throws DomainError `plan-not-found`, `empty-request`, `version-conflict`.
 */
export const edit: Act<typeof editPlan> = async (ctx) => {
  const { params, body, db, now } = ctx
  refuseEmpty(body)
  const before = await findPlan(db, params.id)
  assertVersion(ctx, before)
  const saved = db
    .update(plans)
    .set({ ...body, updatedAt: nextVersion(plans, now) })
    .where(eq(plans.id, params.id))
    .returning()
  const audit = auditStatements(ctx, {
    act: 'plan.edit',
    kind: 'plan',
    id: params.id,
    before: beforeOf(before, body),
    after: body,
  })
  const [plan] = await batchReturning(db, [versionStatement(ctx, plans, params.id), ...audit], saved)
  forgetOffers()
  if (!plan) throw new DomainError('plan-not-found')
  return plan
}

/**
 * @throws DomainError `plan-not-found`, `illegal` for a plan that subscriptions, payments, invites or coupons reference.
 */
export const remove: Act<typeof deletePlan> = async (ctx) => {
  const { params, db } = ctx
  const plan = await findPlan(db, params.id)
  assertVersion(ctx, plan)
  await db
    .batch([
      versionStatement(ctx, plans, params.id),
      db.delete(plans).where(eq(plans.id, params.id)),
      ...auditStatements(ctx, { act: 'plan.delete', kind: 'plan', id: params.id, before: auditedPlan(plan) }),
    ])
    .catch((error: unknown) => {
      throw isStillReferenced(error) ? new DomainError('illegal', 'plan: still in use') : error
    })
  forgetOffers()
  return undefined
}
