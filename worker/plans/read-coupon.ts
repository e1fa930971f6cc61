import { and } from 'drizzle-orm'
import type { getCoupon, getCouponByCode, listCoupons } from '#contract/coupons'
import { coupons } from '#db/schema/coupons'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter, textFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { couponOf, couponStatement, couponView } from './coupon-store.ts'

const COLUMNS = {
  createdAt: coupons.createdAt,
  expiresAt: coupons.expiresAt,
  code: coupons.code,
} as const

/**
 * A coupon as docs/rules/money.md 2.2 describes it.
 * @throws DomainError `coupon-not-found`.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getCoupon>) => [couponStatement(db, params)],
  async ({ actor }, [found]) => couponView(couponOf(found), actor),
)

/**
 * Finds expired coupons too; the checkout refuses them.
 * @throws DomainError `coupon-not-found`.
 */
export const readByCode = reading(
  ({ params, db }: ReadRequest<typeof getCouponByCode>) => [couponStatement(db, params)],
  async ({ actor }, [found]) => couponView(couponOf(found), actor),
)

/** With the uses of each, which only admins see. */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listCoupons>) => {
    const where = and(
      textFilter([coupons.code], query.code),
      listFilter(coupons.planId, query.planIds),
      numberFilter(coupons.expiresAt, query.expiresAt),
    )
    return pageStatements(db, coupons, where, query, orderTerms(COLUMNS, coupons.id, query))
  },
  async (_, page) => {
    const { rows, ...count } = pageOf(page)
    return { list: rows, ...count }
  },
)
