import { type Instant, lastPlannable } from '#domain/cairo'
import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import { withoutMarks } from '#domain/text'

/** The highest limit of a coupon's uses (docs/rules/money.md 2.5). */
export const MAX_COUPON_USES = 1_000_000

/**
 * The form in which a code is stored and compared: capitals and Latin digits, without blanks. People type it in lower case or
 * with Arabic digits (docs/rules/money.md 2.2).
 */
export const normalCouponCode = (code: string): string =>
  latinDigits(withoutMarks(code.normalize('NFKC')))
    .replace(/\s/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase()

/** 3 to 32 Latin letters, digits, hyphens and underscores (docs/rules/money.md 2.2). */
export const whyNotCouponCode = (code: string): ErrorCode | null =>
  /^[\w-]{3,32}$/.test(code) ? null : 'coupon-code-invalid'

/** Whole percent, unlike a plan's discounts: 10 means 10 % (docs/rules/money.md 1.1). */
export function whyNotCouponDiscount(percent: number): ErrorCode | null {
  if (percent <= 0) return 'zero-coupon-discount'
  return percent > 100 ? 'max-coupon-discount-exceeded' : null
}

/** Both in epoch milliseconds; `expiresAt` is NaN for a text that is not a date. */
export function whyNotCouponExpiry(expiresAt: Instant, now: Instant): ErrorCode | null {
  if (Number.isNaN(expiresAt)) return 'expire-date-invalid'
  if (expiresAt <= now) return 'expired-coupon-expire-date'
  return expiresAt > lastPlannable(now) ? 'date-too-far' : null
}
