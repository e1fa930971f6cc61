import * as z from 'zod/mini'

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))

/** A passkey's assertion (WebAuthn, AuthenticationResponseJSON). */
export const assertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(200)),
  }),
})

/** A code of an authenticator app; any other text is answered like a wrong code. */
export const appCode = z.string().check(z.trim(), z.maxLength(20))

/**
 * Proves that a change is requested by the account's owner and not by somebody who has their token: one of the current
 * password, a code of the authenticator app, a passkey and a fresh Google sign-in (docs/rules/accounts.md 4.4).
 */
export const proof = z.object({
  password: z.optional(z.string().check(z.maxLength(200))),
  code: z.optional(appCode),
  passkey: z.optional(assertion),
  /** The one-time token of `POST /auth/google/proof`. */
  google: z.optional(z.string().check(z.maxLength(200))),
})
export type Proof = z.output<typeof proof>

export const proofMethods = ['password', 'code', 'passkey', 'google'] as const
export type ProofMethod = (typeof proofMethods)[number]

/** The `details` of `proof-required`: the account's methods of proof. */
export const proofDetails = z.object({ methods: z.array(z.enum(proofMethods)) })

/** The error codes of a call that accepts a proof. */
export const proofErrors = [
  'proof-required',
  'wrong-password',
  'invalid-verification-code',
  'invalid-passkey',
  'google-sign-in-failed',
  'too-many-requests',
] as const
