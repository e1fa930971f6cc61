import type { ErrorCode } from '#domain/errors'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 50

/** The password rules one by one, as the form checks them while it is typed (docs/rules/accounts.md 4.1). */
export const passwordRules = {
  length: (password: string): boolean => password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD,
  letter: (password: string): boolean => /[a-z]/i.test(password),
  digit: (password: string): boolean => /\d/.test(password),
  noSpace: (password: string): boolean => /^\S+$/.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

/**
 * Why a password that follows the rules is refused with `invalid-password` all the same, in the `why` of its details
 * (docs/rules/accounts.md 4.1): one of the most common, or made of its owner's data.
 */
export type PasswordFault = 'common' | 'own'

/** 8 to 50 characters, at least one digit and one letter, no white space (docs/rules/accounts.md 4.1). */
export function whyNotPassword(password: string): ErrorCode | null {
  if (password.length < MIN_PASSWORD) return 'short-password'
  if (password.length > MAX_PASSWORD) return 'long-password'
  return Object.values(passwordRules).every((isMet) => isMet(password)) ? null : 'invalid-password'
}
