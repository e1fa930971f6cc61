import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { countedCoupon } from '#contract/coupons'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { GUESS_THROTTLE, NETWORK_CODES } from '#domain/throttle'
import { encoder } from '../http/encode.ts'
import { consumeAttempt, consumeFixedWindow, uncountUse } from '../http/throttle.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Removes the limit and the number of uses, which only admins see. */
export const withoutUses = ({ maxUses: _maxUses, usedCount: _usedCount, ...row }: CouponRow) => row

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

/** Who names a coupon's code; `ip` is the client's network, by which wrong codes are also counted. */
type Guesser = { db: Db; now: Instant; ip: string; userId: number }

/**
 * Runs what looks up a coupon by its code. The look-up is counted before, per account and per network over all accounts, and not any
 * more unless it ended in `coupon-not-found`: a code is a secret that is worth money (docs/rules/accounts.md 5.6).
 * @throws DomainError `too-many-requests`, and what `lookUp` throws.
 */
export async function countingGuess<Found>(
  { db, now, ip, userId }: Guesser,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  const [ofAccount, ofNetwork] = [`coupons of ${userId}`, `coupons from ${ip}`]
  await consumeAttempt(db, ofAccount, now, GUESS_THROTTLE)
  await consumeFixedWindow(db, ofNetwork, NETWORK_CODES, now)
  const uncount = () => db.batch([uncountUse(db, ofAccount), uncountUse(db, ofNetwork)])
  const found = await lookUp().catch(async (error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'coupon-not-found')) await uncount()
    throw error
  })
  await uncount()
  return found
}
