import type { ErrorCode } from '#domain/errors'
import { withoutMarks } from '#domain/text'

/** The maximum length of an address (RFC 5321, 4.5.3.1). */
export const MAX_EMAIL = 254
const MAX_LOCAL_PART = 64

const LOCAL_PART = /^[\w+'-]+(?:\.[\w+'-]+)*$/
const DOMAIN = /^(?:\w[\w-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** E-mail addresses are stored trimmed, without pasted marks, and in lower case (docs/rules/accounts.md 6.1). */
export const normalEmail = (email: string): string =>
  withoutMarks(email)
    .replace(/^<?(?:mailto:)?|[>,;]+$/gi, '')
    .toLowerCase()

/**
 * A local part, an at sign and a domain that ends with letters (docs/rules/accounts.md 6.1). Expects the normal form.
 */
export function whyNotEmail(email: string): ErrorCode | null {
  if (email.length > MAX_EMAIL) return 'invalid-email'
  const [localPart = '', domain = '', ...others] = email.split('@')
  const hasForm =
    others.length === 0 && localPart.length <= MAX_LOCAL_PART && LOCAL_PART.test(localPart) && DOMAIN.test(domain)
  return hasForm ? null : 'invalid-email'
}
