import * as z from 'zod/mini'
import { MAX_PASSKEY_NAME, passkeySites } from '#domain/auth/second-factor'
import { signedIn } from './auth.ts'
import { defineCall } from './call.ts'
import * as calls from './calls/second-factor.ts'
import { id, idParams, instant, line, nothing } from './fields.ts'
import { appCode, assertion, proof, proofErrors } from './proof.ts'

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))
const credentialType = z.literal('public-key')

/** A new credential (WebAuthn, RegistrationResponseJSON). */
const attestation = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(30_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

/** The transports are those that the authenticator names. */
const knownCredential = z.object({ id: z.string(), type: credentialType, transports: z.array(z.string()) })
const verification = z.enum(['discouraged', 'preferred', 'required'])

/** What a browser asks an authenticator to sign (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
const assertionOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(knownCredential),
  userVerification: verification,
})

/** What a browser asks an authenticator to make (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({ residentKey: verification, userVerification: verification }),
  attestation: z.literal('none'),
})

export const secondFactorMethods = ['code', 'passkey', 'recoveryCode'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The `details` of `second-factor-required` (docs/rules/staff.md 4.3). */
export const secondFactorDetails = z.object({
  challenge: z.string(),
  expiresAt: instant,
  methods: z.array(z.enum(secondFactorMethods)),
  /** Where the account's passkeys work. */
  passkeySite: z.enum(passkeySites),
})
export type SecondFactorDetails = z.input<typeof secondFactorDetails>

export const signInBySecondFactor = defineCall(calls.signInBySecondFactor, {
  may: 'auth.secondFactor',
  summary: 'Finish a sign-in that was answered second-factor-required: by one of code, passkey and recoveryCode',
  body: z.object({
    challenge: z.string().check(z.minLength(1), z.maxLength(500)),
    code: z.optional(appCode),
    passkey: z.optional(assertion),
    recoveryCode: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: signedIn,
  errors: ['unauthenticated', 'invalid-verification-code', 'invalid-passkey', 'too-many-requests'],
})

export const secondFactorOptions = defineCall(calls.secondFactorOptions, {
  may: 'auth.secondFactorOptions',
  summary: 'What a passkey has to sign to finish a sign-in',
  body: z.object({ challenge: z.string().check(z.minLength(1), z.maxLength(500)) }),
  answer: assertionOptions,
  errors: ['unauthenticated', 'not-found'],
})

export const readSecondFactor = defineCall(calls.readSecondFactor, {
  may: 'secondFactor.read',
  summary: 'The caller’s second factors',
  answer: z.object({
    /** Whether the account must have one; until then only enrolment is permitted. */
    isRequired: z.boolean(),
    totp: z.nullable(z.object({ createdAt: instant })),
    passkeys: z.array(
      z.object({ id, name: z.string(), backedUp: z.boolean(), createdAt: instant, lastUsedAt: z.nullable(instant) }),
    ),
    recoveryCodesLeft: z.int(),
  }),
  errors: [],
})

/**
 * The first second factor ends every session: the token continues this device's session, and the codes are answered only
 * once.
 */
const enrolled = z.object({ token: z.nullable(z.string()), recoveryCodes: z.nullable(z.array(z.string())) })

export const beginTotp = defineCall(calls.beginTotp, {
  may: 'secondFactor.beginTotp',
  summary: 'A key for an authenticator app, which counts once a code of it is confirmed',
  body: proof,
  /** The key in base 32, and as the address of a QR code. */
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['illegal', ...proofErrors],
})

export const confirmTotp = defineCall(calls.confirmTotp, {
  may: 'secondFactor.confirmTotp',
  summary: 'Confirm the authenticator app by a code of it',
  body: z.object({ code: appCode }),
  answer: enrolled,
  errors: ['invalid-verification-code', 'expired-verification-code', 'too-many-requests'],
})

export const removeTotp = defineCall(calls.removeTotp, {
  may: 'secondFactor.removeTotp',
  summary: 'Give the authenticator app up',
  body: proof,
  answer: nothing,
  errors: ['not-found', 'illegal', ...proofErrors],
})

export const beginPasskey = defineCall(calls.beginPasskey, {
  may: 'secondFactor.beginPasskey',
  summary: 'What a new passkey is made of',
  body: proof,
  answer: creationOptions,
  errors: ['illegal', ...proofErrors],
})

const passkeyName = line(MAX_PASSKEY_NAME).check(z.minLength(1))

export const addPasskey = defineCall(calls.addPasskey, {
  may: 'secondFactor.addPasskey',
  summary: 'Keep a passkey that was made with these options',
  body: z.object({ name: passkeyName, credential: attestation }),
  answer: enrolled,
  errors: ['invalid-passkey', 'illegal'],
})

export const renamePasskey = defineCall(calls.renamePasskey, {
  may: 'secondFactor.renamePasskey',
  summary: 'Rename a passkey',
  params: idParams,
  body: z.object({ name: passkeyName }),
  answer: nothing,
  errors: ['not-found'],
})

export const removePasskey = defineCall(calls.removePasskey, {
  may: 'secondFactor.removePasskey',
  summary: 'Give a passkey up',
  params: idParams,
  body: proof,
  answer: nothing,
  errors: ['not-found', 'illegal', ...proofErrors],
})

export const beginConfirmation = defineCall(calls.beginConfirmation, {
  may: 'secondFactor.beginConfirmation',
  summary: 'What a passkey has to sign to confirm a change',
  answer: assertionOptions,
  errors: ['not-found'],
})

export const renewRecoveryCodes = defineCall(calls.renewRecoveryCodes, {
  may: 'secondFactor.renewRecoveryCodes',
  summary: 'New recovery codes, shown this once; those before no longer count',
  body: proof,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['not-found', ...proofErrors],
})

export const resetSecondFactor = defineCall(calls.resetSecondFactor, {
  may: 'secondFactor.reset',
  summary:
    'Remove a colleague’s lost second factors and end their sessions, for the reason in X-Reason; never one’s own',
  params: idParams,
  answer: nothing,
  errors: ['user-not-found', 'not-found'],
})
