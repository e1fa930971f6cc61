import type { ErrorCode } from '#domain/errors'

export const MAX_EMAIL = 50

/** E-mails are kept trimmed and in lower case (facts: accounts 1.1). */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Spec section 5: a local part, an at sign, a domain whose last label has 2 to 4 characters. Expects the normal form. */
export function whyNotEmail(email: string): ErrorCode | null {
  const hasForm = email.length <= MAX_EMAIL && /^\w[\w.-]*@(?:\w[\w-]*\.)+[\w-]{2,4}$/.test(email)
  return hasForm && !email.includes('..') && !email.includes('.@') ? null : 'invalid-email'
}
