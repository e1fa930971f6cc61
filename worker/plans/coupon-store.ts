import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { countedCoupon } from '#contract/coupons'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import { DomainError } from '#domain/errors'
import { isAdmin, type Role } from '#domain/roles'
import { encoder } from '../http/encode.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Removes the limit and the number of uses, which only admins see. */
const withoutUses = ({ maxUses: _maxUses, usedCount: _usedCount, ...row }: CouponRow) => row

export const couponView = (row: CouponRow, viewer: { role: Role }) => (isAdmin(viewer.role) ? row : withoutUses(row))

/** A coupon, or a change of one, in wire form for the audit log. */
export const auditedCoupon = encoder(z.partial(countedCoupon))

type CouponKey = { id: number } | { code: string }

/** The query whose row `couponOf` takes. */
export const couponStatement = (db: Db, by: CouponKey) =>
  db
    .select()
    .from(coupons)
    .where('id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code))

/** @throws DomainError `coupon-not-found`. */
export function couponOf([coupon]: readonly CouponRow[]): CouponRow {
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}

/** @throws DomainError `coupon-not-found`. */
export const findCoupon = async (db: Db, by: CouponKey): Promise<CouponRow> => couponOf(await couponStatement(db, by))
