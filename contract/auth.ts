import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { MAX_EMAIL, normalEmail } from '#domain/users/email'
import { defineCall } from './call.ts'
import { nothing } from './fields.ts'
import { user } from './users.ts'

/** How every sign-in ends: with the account and a token. */
export const signedIn = z.object({ user, token: z.string() })

/** The details of `challenge-required`: what to solve, and how (`domain/sign-in/proof-of-work.ts`). */
export const challengeDetails = z.object({
  kind: z.literal('proof-of-work'),
  challenge: z.string(),
  /** With how many zero bits each of the `rounds` keys begins. */
  bits: z.int(),
  rounds: z.int(),
  /** Of PBKDF2 with SHA-256. */
  iterations: z.int(),
})
export type ChallengeDetails = z.output<typeof challengeDetails>

export const logIn = defineCall({
  may: 'auth.password',
  method: 'POST',
  path: '/auth/password',
  summary: 'Log in with e-mail and password',
  body: z.object({
    // Not checked by the rules for new accounts: an address of any form is answered as an unknown one.
    email: z.string().check(z.overwrite(normalEmail), z.maxLength(MAX_EMAIL)),
    password: z.string().check(z.maxLength(200)),
    /** To the challenge of a refusal with `challenge-required`. */
    challengeAnswer: z.optional(z.string().check(z.maxLength(2000))),
  }),
  answer: signedIn,
  errors: [
    ...(['wrong-password', 'no-password', 'second-factor-required'] as const),
    ...(['challenge-required', 'too-many-requests', 'service-unavailable'] as const),
  ],
})

export const logInWithGoogle = defineCall({
  may: 'auth.google',
  method: 'POST',
  path: '/auth/google',
  summary: 'Log in with Google, or register when a role is given',
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(8000)),
    type: z.enum(['bearer', 'id-token']),
    role: z.optional(z.literal([Role.Tutor, Role.Student])),
  }),
  answer: signedIn,
  errors: ['unauthenticated', 'user-not-found', 'second-factor-required', 'service-unavailable', 'too-many-requests'],
})

export const startGoogle = defineCall({
  may: 'auth.startGoogle',
  method: 'GET',
  path: '/auth/google',
  summary:
    'Go to Google’s page to choose an account; the browser comes back to a page of ours with #id_token and state',
  query: z.object({
    redirectUri: z.string().check(z.maxLength(500)),
    state: z.string().check(z.minLength(8), z.maxLength(200)),
    nonce: z.string().check(z.minLength(8), z.maxLength(200)),
  }),
  /** A redirect. */
  answer: z.unknown(),
  errors: ['service-unavailable'],
})

export const signOut = defineCall({
  may: 'auth.signOut',
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'End the session of the token, and no other; also where it has ended already',
  answer: nothing,
  errors: ['read-only-session'],
})

export const refreshToken = defineCall({
  may: 'auth.refreshToken',
  method: 'POST',
  path: '/auth/refresh-token',
  summary: 'Exchange a living token for the next one of its session, which replaces it',
  answer: z.string(),
  errors: ['too-many-requests'],
})

export const signOutEverywhere = defineCall({
  may: 'auth.signOutEverywhere',
  method: 'POST',
  path: '/auth/sign-out-everywhere',
  summary: 'End every other session of the account; answers a new token for this device',
  answer: z.string(),
  errors: ['too-many-requests'],
})
