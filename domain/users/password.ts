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

/** Characters that a password has besides the words of its owner's account. */
const MIN_BESIDES_OWN = 6
/** Shorter words of a name occur in many passwords. */
const MIN_OWN_WORD = 3

type PasswordOwner = { email: string; name?: string | null; phone?: string | null }

/**
 * Whether a password is made of what others know of its owner: without the address, its part before the at sign, the words
 * of the name and the phone, fewer than six characters are left (docs/rules/accounts.md 4.1). Capitals do not matter.
 */
export function isOwnPassword(password: string, { email, name, phone }: PasswordOwner): boolean {
  const words = [email, email.split('@')[0] ?? '', ...(name ?? '').split(/\s+/), phone ?? '', phone?.slice(1) ?? '']
  const known = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_OWN_WORD)
    .toSorted((one, other) => other.length - one.length)
  const typed = password.toLowerCase()
  const besides = known.reduce((rest, word) => rest.replaceAll(word, ''), typed)
  return besides !== typed && besides.length < MIN_BESIDES_OWN
}

/** 8 to 50 characters, at least one digit and one letter, no white space (docs/rules/accounts.md 4.1). */
export function whyNotPassword(password: string): ErrorCode | null {
  if (password.length < MIN_PASSWORD) return 'short-password'
  if (password.length > MAX_PASSWORD) return 'long-password'
  return Object.values(passwordRules).every((isMet) => isMet(password)) ? null : 'invalid-password'
}
