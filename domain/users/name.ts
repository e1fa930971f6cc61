import type { ErrorCode } from '#domain/errors'
import { isTutorSide, type Role } from '#domain/roles'

export const MIN_NAME = 2
/** Room for a full Egyptian name: one's own, the father's, the grandfather's and the family's. */
export const MAX_NAME = 80

const USER_NAME = /^(?:[a-z ]|(?=[\u0600-\u06ff])[\p{L}\p{M}])*$/iu
const TUTOR_NAME = /^(?:[ ]|(?=[\u0600-\u06ff])[\p{L}\p{M}])*$/u

/** Marks and tatweel alone are no name. */
const hasLetter = (name: string): boolean => /(?!\u0640)\p{L}/u.test(name)

function whyNotLength(name: string): ErrorCode | null {
  if (name.length < MIN_NAME) return 'short-user-name'
  return name.length > MAX_NAME ? 'long-user-name' : null
}

/** Latin or Arabic letters and spaces only (docs/rules/accounts.md 6.2). All rules of this file expect a trimmed name. */
export const whyNotUserName = (name: string): ErrorCode | null =>
  USER_NAME.test(name) && (name === '' || hasLetter(name)) ? whyNotLength(name) : 'invalid-user-name'

/** A tutor's name is written in Arabic (docs/rules/accounts.md 6.2). */
export const whyNotTutorName = (name: string): ErrorCode | null =>
  TUTOR_NAME.test(name) && (name === '' || hasLetter(name)) ? whyNotLength(name) : 'invalid-tutor-name'

/** A name has at least two parts; a payment requires both (docs/rules/accounts.md 6.2). */
export const whyNotPaymentName = (name: string | null): ErrorCode | null =>
  (name ?? '').trim().split(/\s+/).length >= 2 ? null : 'api-invalid-user-name'

/** The name of an account of this role (docs/rules/accounts.md 6.2). */
export const whyNotAccountName = (name: string, role: Role): ErrorCode | null =>
  (isTutorSide(role) ? whyNotTutorName(name) : whyNotUserName(name)) ?? whyNotPaymentName(name)
