import type { Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { type Guarded, whyNotGuarded } from '../students/guardians.ts'
import { whyNotPaymentName } from '../users/name.ts'
import { whyNotEffectivePhone } from '../users/phone.ts'

/** What is known of a student who pays. */
export type Buyer = { name: string | null; phone: string | null } & Guarded

/**
 * Why a student can pay nothing, whatever it is and however they pay, null when they can (docs/rules/money.md 3.2,
 * docs/rules/privacy.md 6.2). `phone` is the number that comes with the order.
 */
export const whyNotBuyer = (student: Buyer, phone: string | undefined, now: Instant): ErrorCode | null =>
  whyNotPaymentName(student.name) ?? whyNotEffectivePhone(student.phone, phone) ?? whyNotGuarded(student, now)
