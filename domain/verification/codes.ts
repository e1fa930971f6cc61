import type { ErrorCode } from '#domain/errors'
import { isTypedCode, TYPED_CODE_ALPHABET } from '../typed-codes.ts'

/**
 * What a confirmation code is for (docs/rules/accounts.md 5.1); 2 was that of a messaging app that is no longer used, 4 that of a
 * password reset, whose codes are longer.
 */
export const ConfirmationPurpose = { VerifyWhatsApp: 1, VerifyEmail: 3 } as const
export type ConfirmationPurpose = (typeof ConfirmationPurpose)[keyof typeof ConfirmationPurpose]

/** The two e-mails that carry a code (docs/rules/messages.md 1.3). */
export const emailCodeTypes = ['forget-password', 'verify-email'] as const

/** Codes are numbers of five digits, the first of them not zero (docs/rules/accounts.md 5.1). */
export const LOWEST_CODE = 10_000
export const HIGHEST_CODE = 99_999

export const CODE_VALIDITY_MINUTES = 15

/** Whether a number could be a code at all. */
export const whyNotConfirmationCode = (code: number): ErrorCode | null =>
  Number.isInteger(code) && code >= LOWEST_CODE && code <= HIGHEST_CODE ? null : 'invalid-verification-code'

/**
 * A code for a new password: nobody is signed in, so that it alone finds its account and is guessed against all of them at once.
 * Eight characters are 40 bits (docs/rules/accounts.md 5.5).
 */
export const RESET_CODE_LENGTH = 8
export const RESET_CODE_ALPHABET = TYPED_CODE_ALPHABET

/** Whether a text, as `normalTypedCode` writes it, could be a code for a new password at all. */
export const whyNotResetCode = (code: string): ErrorCode | null =>
  isTypedCode(code, RESET_CODE_LENGTH) ? null : 'invalid-verification-code'
