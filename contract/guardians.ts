import * as z from 'zod/mini'
import { whyNotConfirmationCode } from '#domain/auth/verification-codes'
import { normalName, whyNotUserName } from '#domain/users/name'
import { defineCall } from './call.ts'
import * as calls from './calls/guardians.ts'
import { idParams, instant, nothing, phone, refusing, ruledNumber } from './fields.ts'

/** Whether a student needs a guardian's consent, and the one in force (docs/rules/privacy.md 6.7). */
export const guardianship = z.object({
  isMinor: z.boolean(),
  /** The version of the text that a guardian would consent to now. */
  textVersion: z.int(),
  /** Null without a consent in force. */
  guardian: z.nullable(
    z.object({
      name: z.string(),
      phone: z.string(),
      /** The version of the text that was consented to. */
      textVersion: z.int(),
      consentedAt: instant,
      /** Whether staff have recorded it; otherwise a code has proven the phone. */
      isByStaff: z.boolean(),
    }),
  ),
})
export type Guardianship = z.input<typeof guardianship>

const guardian = { name: z.string().check(z.overwrite(normalName), refusing(whyNotUserName)), phone }
const nameErrors = ['invalid-user-name', 'short-user-name', 'long-user-name', 'api-invalid-user-name'] as const

export const getGuardian = defineCall(calls.getGuardian, {
  may: 'guardian.read',
  viewable: true,
  summary: 'Whether a student is a minor, and the guardian who has consented',
  params: idParams,
  answer: guardianship,
  errors: ['student-not-found'],
})

export const askGuardian = defineCall(calls.askGuardian, {
  may: 'guardian.ask',
  summary:
    'Send a guardian what they consent to and a code, by WhatsApp, which is the consent when it is given to the student',
  body: z.object({ phone }),
  answer: nothing,
  errors: ['invalid-phone', 'guardian-phone-own', 'illegal', 'too-many-requests'],
})

export const confirmGuardian = defineCall(calls.confirmGuardian, {
  may: 'guardian.confirm',
  summary: 'Record the guardian to whose phone the code was sent, in place of another',
  body: z.object({ ...guardian, code: ruledNumber(whyNotConfirmationCode), textVersion: z.int() }),
  answer: guardianship,
  errors: [
    ...(['invalid-phone', 'guardian-phone-own', 'guardian-text-changed', 'illegal', ...nameErrors] as const),
    ...(['invalid-verification-code', 'expired-verification-code', 'too-many-requests'] as const),
  ],
})

export const recordGuardian = defineCall(calls.recordGuardian, {
  may: 'guardian.record',
  summary: 'Record a guardian whose consent staff have, in place of another, with a reason',
  params: idParams,
  body: z.object(guardian),
  answer: guardianship,
  errors: ['student-not-found', 'illegal', 'invalid-phone', ...nameErrors],
})

export const removeGuardian = defineCall(calls.removeGuardian, {
  may: 'guardian.remove',
  summary: 'End a guardian’s consent, with a reason',
  params: idParams,
  answer: nothing,
  errors: ['student-not-found', 'not-found'],
})

export const withdrawConsent = defineCall(calls.withdrawConsent, {
  may: 'guardian.withdraw',
  summary: 'Withdraw a guardian’s consent by the link that was sent to them, without signing in',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: nothing,
  errors: ['invalid-verification-code'],
})
