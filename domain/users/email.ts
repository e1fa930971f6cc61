import type { ErrorCode } from '#domain/errors'

export const MAX_EMAIL = 50

/** E-mails are kept trimmed and in lower case (docs/rules/accounts.md 6.1). */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/**
 * A local part, an at sign, a domain whose last label has 2 to 4 characters (docs/rules/accounts.md 6.1). Expects the
 * normal form.
 */
export function whyNotEmail(email: string): ErrorCode | null {
  const hasForm = email.length <= MAX_EMAIL && /^\w[\w.-]*@(?:\w[\w-]*\.)+[\w-]{2,4}$/.test(email)
  return hasForm && !email.includes('..') && !email.includes('.@') ? null : 'invalid-email'
}
