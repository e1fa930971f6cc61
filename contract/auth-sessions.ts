import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/auth-sessions.ts'
import { instant, nothing } from './fields.ts'

/** A sign-in of an account on one device, without its token. */
export const authSession = z.object({
  id: z.string(),
  /** Whether the request was made with a token of this session. */
  isCurrent: z.boolean(),
  /** Names of the browser and the operating system, null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2 code, and the city as the platform names it; null if unknown. */
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Whether the sign-in used a second factor. */
  bySecondFactor: z.boolean(),
  createdAt: instant,
  /** Accurate to five minutes. */
  lastUsedAt: instant,
  expiresAt: instant,
})

export const listOwnSessions = defineCall(calls.listOwnSessions, {
  may: 'authSession.list',
  summary: 'The devices on which the account is signed in, the one used last first',
  answer: z.array(authSession),
  errors: [],
})

export const endOwnSession = defineCall(calls.endOwnSession, {
  may: 'authSession.end',
  summary: 'Sign one device out; also where it is signed out already',
  params: z.object({ sessionId: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
  answer: nothing,
  errors: ['not-found'],
})
