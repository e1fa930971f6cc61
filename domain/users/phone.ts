import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import { withoutMarks } from '#domain/text'

/** What people write between the digits of a number: blanks, dashes, dots, slashes and brackets. */
const SEPARATORS = /[\s\p{Pd}.,،·_/()\u2212]/gu
const COUNTRY = /^(?:\+|00)20(?=1\d{9}$)|^(?:\+|00)200(?=1\d{9}$)|^20(?=1\d{9}$)/

/**
 * The form in which a number is stored and compared: Latin digits alone, without the country's code. Numbers are taken as
 * people paste them, with blanks, dashes, `+20` or direction marks (docs/rules/accounts.md 6.3).
 */
export function normalPhone(phone: string): string {
  const digits = latinDigits(withoutMarks(phone.normalize('NFKC')))
    .replace(/^tel:/i, '')
    .replace(SEPARATORS, '')
  return COUNTRY.test(digits) ? `0${digits.replace(COUNTRY, '')}` : digits
}

/**
 * An Egyptian mobile number: 01, then 0, 1, 2 or 5, then eight digits (docs/rules/accounts.md 6.3). Expects the normal
 * form.
 */
export const whyNotPhone = (phone: string): ErrorCode | null => (/^01[0125]\d{8}$/.test(phone) ? null : 'invalid-phone')

/** What a search looks for: a whole number in any spelling in the form in which it is stored, any other text as it is. */
export function searchedPhone(text: string): string {
  const phone = normalPhone(text)
  return whyNotPhone(phone) === null ? phone : text
}

/**
 * The number that a call uses: the account's own, or the given one if the account has none (docs/rules/accounts.md 5.4;
 * docs/rules/money.md 3.3).
 */
export function whyNotEffectivePhone(stored: string | null, given: string | undefined): ErrorCode | null {
  if (stored !== null && given !== undefined && given !== stored) return 'incorrect-phone'
  const phone = stored ?? given
  return phone === undefined ? 'phone-required' : whyNotPhone(phone)
}
