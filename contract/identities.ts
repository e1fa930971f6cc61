import * as z from 'zod/mini'
import { googleCode } from './auth.ts'
import { defineCall } from './call.ts'
import * as calls from './calls/identities.ts'
import { instant, nothing } from './fields.ts'
import { proof, proofErrors } from './proof.ts'

const identity = z.object({
  provider: z.enum(['google']),
  /** The address at the provider when it was linked; null if that was not recorded. */
  email: z.nullable(z.string()),
  linkedAt: instant,
})
export type LinkedIdentity = z.input<typeof identity>

export const listIdentities = defineCall(calls.listIdentities, {
  may: 'identity.list',
  summary: 'The accounts at third parties that open the caller’s account',
  answer: z.array(identity),
  errors: [],
})

export const linkIdentity = defineCall(calls.linkIdentity, {
  may: 'identity.link',
  summary: 'Link the Google account that a browser has signed in with',
  body: z.object({ ...googleCode, proof: z.optional(proof) }),
  answer: identity,
  errors: [...(['identity-taken', 'identity-exists', 'service-unavailable', 'illegal'] as const), ...proofErrors],
})

export const unlinkIdentity = defineCall(calls.unlinkIdentity, {
  may: 'identity.unlink',
  summary: 'Unlink an account at a third party; refused where it is the only way in',
  /** An unknown provider is treated as not linked. */
  params: z.object({ provider: z.string().check(z.maxLength(20)) }),
  body: z.object({ proof: z.optional(proof) }),
  answer: nothing,
  errors: ['not-found', 'only-sign-in', 'illegal', ...proofErrors],
})
