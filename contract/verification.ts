import * as z from 'zod/mini'
import { whyNotConfirmationCode, whyNotResetCode } from '#domain/auth/verification-codes'
import { normalTypedCode } from '#domain/typed-codes'
import { defineCall } from './call.ts'
import * as calls from './calls/verification.ts'
import { email, nothing, password, phone, refusing, ruledNumber, unless } from './fields.ts'

const code = ruledNumber(whyNotConfirmationCode)
/** A password reset code in any spelling: capitals, spaces and dashes are ignored. */
const resetCode = z
  .string(unless('invalid-verification-code'))
  .check(z.maxLength(100), z.overwrite(normalTypedCode), refusing(whyNotResetCode))
const method = z.literal('whatsapp')

export const sendPhoneCode = defineCall(calls.sendPhoneCode, {
  may: 'verification.sendPhone',
  summary: 'Send a code to the account’s phone; one is given only while the account has none',
  body: z.object({ method, phone: z.optional(phone) }),
  answer: nothing,
  errors: ['invalid-phone', 'incorrect-phone', 'phone-required', 'phone-already-verified', 'too-many-requests'],
})

export const verifyPhone = defineCall(calls.verifyPhone, {
  may: 'verification.verifyPhone',
  summary: 'Verify the account’s phone with its code',
  body: z.object({ code, method }),
  answer: nothing,
  errors: ['invalid-verification-code', 'expired-verification-code', 'phone-already-verified', 'too-many-requests'],
})

export const sendEmailCode = defineCall(calls.sendEmailCode, {
  may: 'verification.sendEmail',
  summary: 'Mail a code to the account’s address, or to the one that waits for its proof',
  answer: nothing,
  errors: ['email-already-verified', 'too-many-requests'],
})

export const confirmEmail = defineCall(calls.confirmEmail, {
  may: 'verification.confirmEmail',
  summary:
    'Verify the account’s e-mail, or the one that waits for its proof, with its code; a student’s free trial begins',
  body: z.object({ code }),
  answer: nothing,
  errors: [
    ...(['email-already-verified', 'user-exists'] as const),
    ...(['invalid-verification-code', 'expired-verification-code', 'too-many-requests'] as const),
  ],
})

export const undoEmailChange = defineCall(calls.undoEmailChange, {
  may: 'verification.undoEmailChange',
  summary: 'Put the address back to which the token was mailed, with a new password; ends all older tokens',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), password }),
  answer: nothing,
  errors: [
    ...(['invalid-verification-code', 'expired-verification-code', 'user-exists'] as const),
    ...(['short-password', 'long-password', 'invalid-password'] as const),
  ],
})

export const sendPasswordCode = defineCall(calls.sendPasswordCode, {
  may: 'verification.sendPassword',
  summary: 'Mail a code that allows a new password; whether somebody has the address is not told',
  body: z.object({ email }),
  answer: nothing,
  errors: ['invalid-email', 'too-many-requests'],
})

export const confirmPassword = defineCall(calls.confirmPassword, {
  may: 'verification.confirmPassword',
  summary: 'Set a new password with the mailed code, which finds the account; ends all older tokens',
  body: z.object({ code: resetCode, password, email: z.optional(email) }),
  answer: nothing,
  errors: [
    ...(['invalid-verification-code', 'expired-verification-code', 'too-many-requests'] as const),
    ...(['short-password', 'long-password', 'invalid-password', 'invalid-email'] as const),
  ],
})
