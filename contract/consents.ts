import * as z from 'zod/mini'
import { consentKinds, consentPlaces, requiredTexts } from '#domain/users/consents'
import { defineCall } from './call.ts'
import * as calls from './calls/consents.ts'
import { idParams, instant } from './fields.ts'

/** The register of consents (docs/rules/privacy.md 5.1). */

const consent = z.object({
  kind: z.enum(consentKinds),
  /** Of the text that was shown. */
  version: z.int(),
  /** False where it was withdrawn. */
  given: z.boolean(),
  place: z.enum(consentPlaces),
  createdAt: instant,
})
export type Consent = z.input<typeof consent>

const register = z.object({
  /** The latest first, at most 100. */
  list: z.array(consent),
  /** The texts to accept before anything that costs or binds, in the version in force. */
  due: z.array(z.object({ text: z.enum(requiredTexts), version: z.int() })),
})
export type ConsentRegister = z.input<typeof register>

export const readConsents = defineCall(calls.readConsents, {
  may: 'consent.read',
  viewable: true,
  summary: 'What the caller has agreed to, and which texts are to be accepted',
  answer: register,
  errors: [],
})

export const giveConsents = defineCall(calls.giveConsents, {
  may: 'consent.give',
  summary: 'Accept texts in the versions that were shown; nothing is added for one that is accepted already',
  body: z.object({
    accepted: z
      .array(z.object({ text: z.enum(requiredTexts), version: z.int() }))
      .check(z.minLength(1), z.maxLength(requiredTexts.length)),
  }),
  answer: register,
  errors: ['consent-outdated'],
})

export const listConsents = defineCall(calls.listConsents, {
  may: 'consent.list',
  summary: 'What somebody has agreed to, and which texts they have to accept',
  params: idParams,
  answer: register,
  errors: ['user-not-found'],
})
