import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Body, Result } from '#contract/call'
import type { addPasskey, beginConfirmation, beginPasskey, signInBySecondFactor } from '#contract/second-factor'
import type { Db } from '#db/client'
import { passkeys } from '#db/schema/second-factors'
import { CHALLENGE_VALIDITY_MS, passkeySiteOf } from '#domain/auth/second-factor'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'
import { appOrigin, dashboardOrigin, type Env } from '../env.ts'

export type Passkey = typeof passkeys.$inferSelect
export type Assertion = NonNullable<Body<typeof signInBySecondFactor>['passkey']>
type Attestation = Body<typeof addPasskey>['credential']
type AssertionOptions = Result<typeof beginConfirmation>
type CreationOptions = Result<typeof beginPasskey>

/** An account, whose role decides where its passkeys belong. */
type Owner = { id: number; role: Role }

/**
 * Passkeys are bound to one host, so that no other site can use them: those of staff to the dashboard's, others to the app's
 * (docs/rules/staff.md 4.5).
 * @throws DomainError `service-unavailable` when its origin is not configured.
 */
function relyingParty(env: Env, { role }: Pick<Owner, 'role'>): { origin: string; id: string } {
  const site = passkeySiteOf(role)
  const origin = site === 'dashboard' ? dashboardOrigin(env) : appOrigin(env)
  if (!origin) throw new DomainError('service-unavailable', `WEB_ORIGINS names no ${site}`)
  return { origin, id: new URL(origin).hostname }
}

export const passkeysStatement = (db: Db, userId: number) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)

export const passkeysOf = async (db: Db, userId: number): Promise<Passkey[]> => passkeysStatement(db, userId)

const known = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports })

/** What the account's passkeys have to sign. @throws DomainError `not-found` for an account without any. */
export async function assertionOptions(env: Env, db: Db, owner: Owner): Promise<AssertionOptions> {
  const own = await passkeysOf(db, owner.id)
  if (own.length === 0) throw new DomainError('not-found', 'The account has no passkey')
  return (await generateAuthenticationOptions({
    rpID: relyingParty(env, owner).id,
    allowCredentials: own.map(known),
    timeout: CHALLENGE_VALIDITY_MS,
    userVerification: 'required',
  })) as AssertionOptions
}

/** The user handle is opaque to the authenticator and identifies no person. */
const userHandle = (userId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(`user-${userId}`))

/** The options for registering a passkey; the account's existing passkeys are excluded. */
export async function creationOptions(
  env: Env,
  db: Db,
  { id, role, email, name }: Owner & { email: string; name: string | null },
): Promise<CreationOptions> {
  const {
    extensions: _extensions,
    hints: _hints,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Hessa',
    rpID: relyingParty(env, { role }).id,
    userID: userHandle(id),
    userName: email,
    userDisplayName: name ?? email,
    timeout: CHALLENGE_VALIDITY_MS,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(db, id)).map(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: [-8, -7, -257],
  })
  return options as CreationOptions
}

/** The library throws its own errors for invalid client data. */
const refused = (error: unknown): never => {
  throw error instanceof DomainError ? error : new DomainError('invalid-passkey', String(error))
}

type Registered = Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo']

/**
 * A new credential of this account, created for this challenge on its site with user verification. `isExpected` checks the signed
 * challenge.
 * @throws DomainError `invalid-passkey`.
 */
export async function verifyNewPasskey(
  env: Env,
  owner: Owner,
  credential: Attestation,
  isExpected: (challenge: string) => Promise<boolean>,
): Promise<Registered> {
  const { origin, id } = relyingParty(env, owner)
  const { transports = [], ...response } = credential.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, transports },
      clientExtensionResults: {},
    },
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [-8, -7, -257],
  }).catch(refused)
  if (!verified || !registrationInfo) throw new DomainError('invalid-passkey')
  return registrationInfo
}

const publicKeyOf = ({ publicKey }: Passkey) => new Uint8Array(Buffer.from(publicKey, 'base64url'))

/**
 * Verifies a passkey's signature, and stores its counter.
 * @throws DomainError `invalid-passkey` for another account's passkey, another challenge, origin or key, a counter that
 * does not increase, or an authenticator without user verification.
 */
export async function verifyPasskey(
  env: Env,
  db: Db,
  {
    owner,
    assertion,
    isExpected,
  }: {
    owner: Owner
    assertion: Assertion
    isExpected: (challenge: string) => boolean | Promise<boolean>
  },
  now: Instant,
): Promise<void> {
  const { origin, id } = relyingParty(env, owner)
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, assertion.id), eq(passkeys.userId, owner.id)))
  if (!passkey) throw new DomainError('invalid-passkey')
  const { userHandle: handle, ...response } = assertion.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: handle === undefined ? response : { ...response, userHandle: handle },
      clientExtensionResults: {},
    },
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: passkey.credentialId, publicKey: publicKeyOf(passkey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(refused)
  if (!verified) throw new DomainError('invalid-passkey')
  const { newCounter, credentialBackedUp } = authenticationInfo
  const inserted = await db
    .update(passkeys)
    .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ userId: passkeys.userId })
  // Another request has used the passkey meanwhile, or it was removed.
  if (inserted.length === 0) throw new DomainError('invalid-passkey')
}
