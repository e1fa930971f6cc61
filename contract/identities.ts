import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'

const identity = z.object({
  provider: z.enum(['google']),
  /** The address at the provider when it was linked; null for one linked long ago. */
  email: z.nullable(z.string()),
  linkedAt: instant,
})
export type LinkedIdentity = z.input<typeof identity>

export const listIdentities = defineCall({
  may: 'identity.list',
  method: 'GET',
  path: '/user/current/identities',
  summary: 'The accounts at third parties that open the caller’s account',
  answer: z.array(identity),
  errors: [],
})
