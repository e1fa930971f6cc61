import type { ErrorCode } from '#domain/errors'

/** What a confirmation code is for; 2 was that of a messaging app that is no longer used (docs/rules/accounts.md 5.1). */
export const ConfirmationPurpose = { VerifyWhatsApp: 1, VerifyEmail: 3, ResetPassword: 4 } as const
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
