import { eq } from 'drizzle-orm'
import type { Coupon } from '#contract/coupons'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import { toIso } from '#domain/cairo'
import { DomainError } from '#domain/errors'

export type CouponRow = typeof coupons.$inferSelect

export const wireCoupon = ({ maxUses: _maxUses, usedCount: _usedCount, ...row }: CouponRow): Coupon => ({
  ...row,
  expiresAt: toIso(row.expiresAt),
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

/** @throws DomainError `coupon-not-found`. */
export async function findCoupon(db: Db, by: { id: number } | { code: string }): Promise<CouponRow> {
  const where = 'id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code)
  const [coupon] = await db.select().from(coupons).where(where)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}
