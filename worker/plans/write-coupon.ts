import { eq } from 'drizzle-orm'
import type { createCoupon, deleteCoupon, editCoupon } from '#contract/coupons'
import { batchReturning } from '#db/batch'
import { coupons } from '#db/schema/coupons'
import { DomainError, refuse } from '#domain/errors'
import { whyNotCouponExpiry } from '#domain/plans/coupon'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { isStillReferenced } from '../http/references.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { auditedCoupon, findCoupon } from './coupon-store.ts'
import { findPlan } from './store.ts'

const refuseTaken = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'code: another coupon has it') : error
}

/**
 * Creates a coupon (docs/rules/money.md 2.2).
 * @throws DomainError `plan-not-found`, `illegal` for a taken code, and the codes of the fields.
 */
export const create: Act<typeof createCoupon> = async (ctx) => {
  const { actor, body, db, now } = ctx
  refuse(whyNotCouponExpiry(body.expiresAt, now))
  await findPlan(db, body.planId)
  const [[coupon]] = await db
    .batch([
      db
        .insert(coupons)
        .values({ ...body, createdBy: actor.id, updatedBy: actor.id, createdAt: now, updatedAt: now })
        .returning(),
      ...completionStatements(ctx, 'justInserted'),
      ...auditStatements(ctx, { act: 'coupon.create', kind: 'coupon', id: 'justInserted', after: auditedCoupon(body) }),
    ])
    .catch(refuseTaken)
  if (!coupon) throw new Error('The new coupon was not returned')
  return coupon
}

/** @throws DomainError `coupon-not-found`. */
export const recallCreated: Recall<typeof createCoupon> = ({ db }, made) => findCoupon(db, { id: Number(made) })

/**
 * @throws DomainError `empty-request`, `coupon-not-found`, `plan-not-found`, `illegal` for a taken code, and the codes
 * of the fields, `version-conflict`.
 */
export const edit: Act<typeof editCoupon> = async (ctx) => {
  const { actor, params, body, db, now } = ctx
  refuseEmpty(body)
  const found = await findCoupon(db, params)
  assertVersion(ctx, found)
  if (body.planId !== undefined) await findPlan(db, body.planId)
  if (body.expiresAt !== undefined) refuse(whyNotCouponExpiry(body.expiresAt, now))
  const saved = db
    .update(coupons)
    .set({ ...body, updatedBy: actor.id, updatedAt: nextVersion(coupons, now) })
    .where(eq(coupons.id, params.id))
    .returning()
  const audit = auditStatements(ctx, {
    act: 'coupon.edit',
    kind: 'coupon',
    id: params.id,
    before: beforeOf(auditedCoupon(found), body),
    after: auditedCoupon(body),
  })
  const statements = [versionStatement(ctx, coupons, params.id), ...audit]
  const [coupon] = await batchReturning(db, statements, saved).catch(refuseTaken)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}

/**
 * @throws DomainError `coupon-not-found`, `illegal` for a coupon that an order has used.
 */
export const remove: Act<typeof deleteCoupon> = async (ctx) => {
  const { params, db } = ctx
  const coupon = await findCoupon(db, params)
  assertVersion(ctx, coupon)
  const before = auditedCoupon(coupon)
  await db
    .batch([
      versionStatement(ctx, coupons, params.id),
      db.delete(coupons).where(eq(coupons.id, params.id)),
      ...auditStatements(ctx, { act: 'coupon.delete', kind: 'coupon', id: params.id, before }),
    ])
    .catch((error: unknown) => {
      throw isStillReferenced(error) ? new DomainError('illegal', 'coupon: orders were made with it') : error
    })
  return undefined
}
