import type { getCoupon, getCouponByCode, listCoupons } from '#contract/coupons'
import { coupons } from '#db/schema/coupons'
import type { Act } from '../http/bind.ts'
import { newestFirst } from '../http/pages.ts'
import { couponView, findCoupon } from './store.ts'

/**
 * GET /coupon/{id} (docs/rules/money.md 2.2).
 * @throws DomainError `coupon-not-found`.
 */
export const read: Act<typeof getCoupon> = async ({ params, db }) => couponView(await findCoupon(db, params))

/**
 * GET /coupon/code/{code}: expired ones too, whose use the checkout refuses.
 * @throws DomainError `coupon-not-found`.
 */
export const readByCode: Act<typeof getCouponByCode> = async ({ params, db }) =>
  couponView(await findCoupon(db, params))

/** GET /coupon/list, for admins: newest first. */
export const list: Act<typeof listCoupons> = async ({ db, query }) => {
  const { rows, total } = await newestFirst(db, coupons, undefined, query)
  return { list: rows.map(couponView), total }
}
