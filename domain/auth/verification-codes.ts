import type { ErrorCode } from '#domain/errors'
import { isTypedCode, TYPED_CODE_ALPHABET } from '../typed-codes.ts'

/**
 * The purpose of a confirmation code (docs/rules/accounts.md 5.1); 2 belonged to a messaging app that is no longer
 * supported, 4 to a password reset, whose codes are now longer.
 */
export const ConfirmationPurpose = { VerifyWhatsApp: 1, VerifyEmail: 3, GuardianConsent: 5 } as const
export type ConfirmationPurpose = (typeof ConfirmationPurpose)[keyof typeof ConfirmationPurpose]

/** The two e-mails that carry a code (docs/rules/messages.md 1.3). */
export const emailCodeTypes = ['forget-password', 'verify-email'] as const

/** Codes are five-digit numbers without a leading zero (docs/rules/accounts.md 5.1). */
export const LOWEST_CODE = 10_000
export const HIGHEST_CODE = 99_999

export const CODE_VALIDITY_MINUTES = 15

/** A code that is asked for again within this time is on its way, and not sent a second time (docs/rules/accounts.md 5.1). */
export const CODE_PAUSE_SECONDS = 30

/** Whether a number is in the range of codes. */
export const whyNotConfirmationCode = (code: number): ErrorCode | null =>
  Number.isInteger(code) && code >= LOWEST_CODE && code <= HIGHEST_CODE ? null : 'invalid-verification-code'

/**
 * The length of a password reset code. Nobody is signed in, so the code alone identifies its account, and a guess is
 * compared with the codes of all accounts. Eight characters are 40 bits (docs/rules/accounts.md 5.5).
 */
export const RESET_CODE_LENGTH = 8
export const RESET_CODE_ALPHABET = TYPED_CODE_ALPHABET

/** Whether a text normalised by `normalTypedCode` has the form of a password reset code. */
export const whyNotResetCode = (code: string): ErrorCode | null =>
  isTypedCode(code, RESET_CODE_LENGTH) ? null : 'invalid-verification-code'
