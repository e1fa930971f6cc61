import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { MAX_EMAIL, normalEmail } from '#domain/users/email'
import { defineCall } from './call.ts'
import * as calls from './calls/auth.ts'
import { instant, nothing } from './fields.ts'
import { user } from './users.ts'

/** The answer of every sign-in: the account and a token. */
export const signedIn = z.object({ user, token: z.string() })

/** The details of `challenge-required`: the proof of work to solve (`domain/auth/proof-of-work.ts`). */
export const challengeDetails = z.object({
  kind: z.literal('proof-of-work'),
  challenge: z.string(),
  /** The number of leading zero bits of each of the `rounds` keys. */
  bits: z.int(),
  rounds: z.int(),
  /** PBKDF2 iterations, with SHA-256. */
  iterations: z.int(),
})
export type ChallengeDetails = z.output<typeof challengeDetails>

const challengeAnswer = z.optional(z.string().check(z.maxLength(2000)))

export const logIn = defineCall(calls.logIn, {
  may: 'auth.password',
  summary: 'Log in with e-mail and password',
  body: z.object({
    // Not validated by the rules for new accounts: an address of any form is answered like an unknown one.
    email: z.string().check(z.overwrite(normalEmail), z.maxLength(MAX_EMAIL)),
    password: z.string().check(z.maxLength(200)),
    /** The answer to the challenge of a `challenge-required` refusal. */
    challengeAnswer,
  }),
  answer: signedIn,
  errors: [
    ...(['wrong-password', 'no-password', 'second-factor-required'] as const),
    ...(['challenge-required', 'too-many-requests', 'service-unavailable'] as const),
  ],
})

/** What the browser brings back from Google's page, with the PKCE verifier (RFC 7636). */
export const googleCode = {
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
  verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
  /** The page that Google redirected to. */
  redirectUri: z.string().check(z.maxLength(500)),
}

const googleSignIn = {
  /** Registers if there is no account. */
  role: z.optional(z.literal([Role.Tutor, Role.Student])),
  /** The password of the account with the same address, which links it. */
  password: z.optional(z.string().check(z.maxLength(200))),
  /** The answer to the challenge of a `challenge-required` refusal, as for signing in by password. */
  challengeAnswer,
}

export const logInWithGoogle = defineCall(calls.logInWithGoogle, {
  may: 'auth.google',
  summary:
    'Log in with Google, or register when a role is given. Browsers bring a code; `continued` goes on with details.continuation of a refusal',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('code'), ...googleCode, ...googleSignIn }),
    z.object({
      type: z.enum(['bearer', 'id-token', 'continued']),
      token: z.string().check(z.minLength(1), z.maxLength(8000)),
      ...googleSignIn,
    }),
  ]),
  answer: signedIn,
  errors: [
    ...(['unauthenticated', 'user-not-found', 'link-required', 'wrong-password', 'second-factor-required'] as const),
    ...(['challenge-required', 'too-many-requests', 'service-unavailable'] as const),
  ],
})

/**
 * The `details` of `user-not-found` and `link-required`, with which the same sign-in can be continued once
 * (docs/rules/accounts.md 3.10).
 */
export const googleRefusal = z.object({
  continuation: z.string(),
  email: z.string(),
  /** Whether the account's password links it; without one a password must first be set by mail. */
  hasPassword: z.boolean(),
})
export type GoogleRefusal = z.input<typeof googleRefusal>

export const startGoogle = defineCall(calls.startGoogle, {
  may: 'auth.startGoogle',
  summary: 'Go to Google’s page to choose an account; the browser comes back to a page of ours with code and state',
  query: z.object({
    redirectUri: z.string().check(z.maxLength(500)),
    state: z.string().check(z.minLength(8), z.maxLength(200)),
    /** The PKCE challenge: SHA-256 of the verifier, base64url (RFC 7636, S256). */
    challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  }),
  /** A redirect. */
  answer: z.unknown(),
  errors: ['service-unavailable', 'too-many-requests'],
})

export const proveByGoogle = defineCall(calls.proveByGoogle, {
  may: 'auth.googleProof',
  summary: 'A proof of the caller, by a fresh sign-in with the linked Google account; valid once, for five minutes',
  body: z.object(googleCode),
  answer: z.object({ proof: z.string(), expiresAt: instant }),
  errors: ['google-sign-in-failed', 'identity-taken', 'not-found', 'service-unavailable', 'too-many-requests'],
})

export const signOut = defineCall(calls.signOut, {
  may: 'auth.signOut',
  summary: 'End the session of the token, and no other; also where it has ended already',
  answer: nothing,
  errors: ['read-only-session'],
})

export const refreshToken = defineCall(calls.refreshToken, {
  may: 'auth.refreshToken',
  summary: 'Exchange a living token for the next one of its session, which replaces it',
  answer: z.string(),
  errors: ['too-many-requests'],
})

export const signOutEverywhere = defineCall(calls.signOutEverywhere, {
  may: 'auth.signOutEverywhere',
  summary: 'End every other session of the account; answers a new token for this device',
  answer: z.string(),
  errors: ['too-many-requests'],
})
