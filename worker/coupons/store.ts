import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { countedCoupon } from '#contract/coupons'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import { DomainError } from '#domain/errors'
import { isAdmin, type Role } from '#domain/roles'
import { encoder } from '../http/encode.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Without the limit and the number of uses, which only admins see. */
const withoutUses = ({ maxUses: _maxUses, usedCount: _usedCount, ...row }: CouponRow) => row

export const couponView = (row: CouponRow, viewer: { role: Role }) => (isAdmin(viewer.role) ? row : withoutUses(row))

/** A coupon, or a change of one, as the audit log keeps it: encoded. */
export const auditedCoupon = encoder(z.partial(countedCoupon))

/** @throws DomainError `coupon-not-found`. */
export async function findCoupon(db: Db, by: { id: number } | { code: string }): Promise<CouponRow> {
  const where = 'id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code)
  const [coupon] = await db.select().from(coupons).where(where)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}
