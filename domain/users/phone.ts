import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'

/** The form in which a number is stored and compared: trimmed, with Latin digits. */
export const normalPhone = (phone: string): string => latinDigits(phone.trim())

/**
 * An Egyptian mobile number: 01, then 0, 1, 2 or 5, then eight digits (docs/rules/accounts.md 6.3). Expects the normal
 * form.
 */
export const whyNotPhone = (phone: string): ErrorCode | null => (/^01[0125]\d{8}$/.test(phone) ? null : 'invalid-phone')

/**
 * The number that a call uses: the account's own, or the given one if the account has none (docs/rules/accounts.md 5.4;
 * docs/rules/money.md 3.3).
 */
export function whyNotEffectivePhone(stored: string | null, given: string | undefined): ErrorCode | null {
  if (stored !== null && given !== undefined && given !== stored) return 'incorrect-phone'
  const phone = stored ?? given
  return phone === undefined ? 'phone-required' : whyNotPhone(phone)
}
