import type { ErrorCode } from '#domain/errors'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 50

/** Spec section 5: 8 to 50 characters, at least one digit and one letter, no white space. */
export function whyNotPassword(password: string): ErrorCode | null {
  if (password.length < MIN_PASSWORD) return 'short-password'
  if (password.length > MAX_PASSWORD) return 'long-password'
  return /^(?=.*\d)(?=.*[a-z])\S+$/i.test(password) ? null : 'invalid-password'
}
