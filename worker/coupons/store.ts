import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { coupon } from '#contract/coupons'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import { DomainError } from '#domain/errors'
import { encoder } from '../http/encode.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Without the limit and the number of uses, which only admins see. */
export const couponView = ({ maxUses: _maxUses, usedCount: _usedCount, ...row }: CouponRow) => row

/** A coupon, or a change of one, as the audit log keeps it: encoded. */
export const auditedCoupon = encoder(z.partial(coupon))

/** @throws DomainError `coupon-not-found`. */
export async function findCoupon(db: Db, by: { id: number } | { code: string }): Promise<CouponRow> {
  const where = 'id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code)
  const [coupon] = await db.select().from(coupons).where(where)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}
