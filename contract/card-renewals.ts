import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/card-renewals.ts'
import { id, idParams, instant, nothing } from './fields.ts'
import { paidPeriod } from './subscriptions.ts'

/** The renewal of a plan by a saved card (docs/rules/minutes.md 11.8). */
export const cardRenewal = z.object({
  /** Whether it can be switched on now. */
  isOpen: z.boolean(),
  /** The period that would be charged next, with its price now or, once it is announced, at most; null where nothing can be renewed. */
  next: z.nullable(
    z.object({
      planId: id,
      period: paidPeriod,
      weeklyMinutes: z.int(),
      amount: z.int(),
      chargeAt: instant,
      begins: instant,
    }),
  ),
  /** Null while it is off. */
  renewal: z.nullable(
    z.object({
      cardBrand: z.string(),
      cardDigits: z.string(),
      since: instant,
      announcedAt: z.nullable(instant),
      /** How many charges of the next period have failed. */
      failed: z.int(),
    }),
  ),
})
export type CardRenewal = z.input<typeof cardRenewal>

export const getCardRenewal = defineCall(calls.getCardRenewal, {
  may: 'cardRenewal.read',
  viewable: true,
  summary: 'Whether a student’s next period is charged to a saved card, when and for which sum',
  params: idParams,
  answer: cardRenewal,
  errors: ['student-not-found'],
})

export const switchOnCardRenewal = defineCall(calls.switchOnCardRenewal, {
  may: 'cardRenewal.switchOn',
  binds: true,
  summary:
    'Charge the next periods to a card saved at Fawry, or to another one from now on; illegal from a day before the charge',
  body: z.object({ cardToken: z.string().check(z.minLength(1), z.maxLength(255)) }),
  answer: cardRenewal,
  errors: [
    ...(['subscription-required', 'plan-not-found', 'not-found', 'illegal'] as const),
    ...([
      'api-invalid-user-name',
      'phone-required',
      'guardian-required',
      'fawry-error',
      'service-unavailable',
    ] as const),
  ],
})

export const switchOffCardRenewal = defineCall(calls.switchOffCardRenewal, {
  may: 'cardRenewal.switchOff',
  summary: 'Charge no next period to a saved card',
  answer: nothing,
  errors: [],
})

export const switchOffCardRenewalOf = defineCall(calls.switchOffCardRenewalOf, {
  may: 'cardRenewal.switchOffOf',
  summary: 'Charge no next period of a student to a saved card, with a reason',
  params: idParams,
  answer: nothing,
  errors: ['not-found'],
})

export const stopCardRenewal = defineCall(calls.stopCardRenewal, {
  may: 'cardRenewal.stop',
  summary: 'Switch renewal by card off by the link of an announcement, without signing in',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: nothing,
  errors: ['invalid-verification-code'],
})
