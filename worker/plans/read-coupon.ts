import { and, type SQL, sql } from 'drizzle-orm'
import type { getCoupon, getCouponByCode, listCoupons } from '#contract/coupons'
import { coupons } from '#db/schema/coupons'
import { normalCouponCode } from '#domain/plans/coupon'
import { isAdmin } from '#domain/roles'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { countingGuess, couponOf, couponStatement, findCoupon, withoutUses } from './coupon-store.ts'

const COLUMNS = {
  createdAt: coupons.createdAt,
  expiresAt: coupons.expiresAt,
  code: coupons.code,
} as const

/**
 * A coupon as docs/rules/money.md 2.2 describes it, for admins.
 * @throws DomainError `coupon-not-found`.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getCoupon>) => [couponStatement(db, params)],
  async (_, [found]) => couponOf(found),
)

/**
 * Finds expired coupons too; the checkout refuses them. Only of admins, who may list all codes, the look-up is not counted.
 * @throws DomainError `coupon-not-found`, `too-many-requests`.
 */
export async function readByCode({ actor, params, db, now, ip }: ActContext<typeof getCouponByCode>) {
  const lookUp = () => findCoupon(db, params)
  if (isAdmin(actor.role)) return lookUp()
  return withoutUses(await countingGuess({ db, now, ip, userId: actor.id }, lookUp))
}

/** The code contains these letters; an empty text adds no condition. */
function codeFilter(typed: string | undefined): SQL | undefined {
  const code = normalCouponCode(typed ?? '')
  return code === '' ? undefined : sql`instr(${coupons.code}, ${code}) > 0`
}

/** With the uses of each, which only admins see. */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listCoupons>) => {
    const where = and(
      codeFilter(query.code),
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
