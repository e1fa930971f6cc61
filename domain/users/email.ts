import type { ErrorCode } from '#domain/errors'
import { withoutMarks } from '#domain/text'

/** The maximum length of an address (RFC 5321, 4.5.3.1). */
export const MAX_EMAIL = 254
const MAX_LOCAL_PART = 64

const LOCAL_PART = /^[\w+'-]+(?:\.[\w+'-]+)*$/
const DOMAIN = /^(?:\w[\w-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** `Sara Samir <sara@example.com>`, as programs for mail copy an address. */
const NAMED = /^[^<>@]*<([^<>]+)>[,;،؛]?$/u
/** What stands around an address in the text that it was copied from. */
const AROUND = /^[<("«“”‘]*(?:mailto:)?|[>)"»“”’,;،؛]+$/giu
/** Longer text is no address with something around it, and would take long to read. */
const MAX_PASTED = 1000

/** E-mail addresses are stored trimmed, without what was pasted with them, and in lower case (docs/rules/accounts.md 6.1). */
export function normalEmail(email: string): string {
  const pasted = withoutMarks(email)
  if (pasted.length > MAX_PASTED) return pasted.toLowerCase()
  const address = NAMED.exec(pasted)?.[1] ?? pasted
  return address.trim().replace(AROUND, '').trim().toLowerCase()
}

/** What a search looks for: a whole address in the form in which it is stored, any other text as it is (docs/rules/api.md 3.4). */
export function searchedEmail(text: string): string {
  const email = normalEmail(text)
  return whyNotEmail(email) === null ? email : text
}

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
