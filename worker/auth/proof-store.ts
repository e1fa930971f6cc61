import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Proof, type ProofMethod, proofDetails, proofMethods } from '#contract/proof'
import type { Db } from '#db/client'
import { passkeys, totpSecrets } from '#db/schema/second-factors'
import { identities, users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import type { Actor } from '../http/app-env.ts'
import { encoder } from '../http/encode.ts'
import { consumeGoogleProof } from './identity-store.ts'
import { acceptConfirmation, acceptTotp, countGuess, type FactorContext, forgetGuesses } from './second-factor-store.ts'
import { assertCurrentPassword } from './store.ts'

/** What proving needs of its request; an act passes its `ctx`. */
type ProofContext = FactorContext & { actor: Pick<Actor, 'id' | 'role'> }

const encodeDetails = encoder(proofDetails)

/** The methods by which this account can prove its identity. */
async function methodsOf(db: Db, userId: number): Promise<ProofMethod[]> {
  const confirmedApp = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
  const [[account], apps, keys, linked] = await db.batch([
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
    db.select({ one: sql`1` }).from(totpSecrets).where(confirmedApp),
    db.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1),
    db.select({ one: sql`1` }).from(identities).where(eq(identities.userId, userId)).limit(1),
  ])
  const has = {
    password: Boolean(account?.passwordHash),
    code: apps.length > 0,
    passkey: keys.length > 0,
    google: linked.length > 0,
  }
  return proofMethods.filter((method) => has[method])
}

async function assertCode(ctx: ProofContext, code: string): Promise<void> {
  const { actor, db, ip } = ctx
  await countGuess(ctx, actor.id)
  await acceptTotp(ctx, actor.id, code)
  const [own, distributed] = forgetGuesses(db, actor.id, ip)
  if (own && distributed) await db.batch([own, distributed])
}

async function assertPassword(ctx: ProofContext, password: string): Promise<void> {
  const [account] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  if (!account) throw new DomainError('unauthenticated')
  return assertCurrentPassword(ctx, account, password)
}

async function assertGoogle({ actor, db, now }: ProofContext, token: string): Promise<void> {
  if (!(await consumeGoogleProof(db, actor.id, token, now)))
    throw new DomainError('google-sign-in-failed', 'proof: run out or used')
}

/**
 * Checks that a change is requested by the account's owner and not by somebody who has their token: by the current
 * password, a code of the authenticator app, a passkey or a fresh Google sign-in (docs/rules/accounts.md 4.4). The age of
 * the token's sign-in proves nothing, since a stolen token has the same.
 * @throws DomainError `proof-required` when nothing is given, with the account's methods in its details; `wrong-password`,
 * `invalid-verification-code`, `invalid-passkey`, `google-sign-in-failed`, `too-many-requests`.
 */
export async function assertProof(ctx: ProofContext, { password, code, passkey, google }: Proof = {}): Promise<void> {
  if (passkey) return acceptConfirmation(ctx, ctx.actor, passkey)
  if (code !== undefined) return assertCode(ctx, code)
  if (password !== undefined) return assertPassword(ctx, password)
  if (google !== undefined) return assertGoogle(ctx, google)
  const methods = await methodsOf(ctx.db, ctx.actor.id)
  throw new DomainError('proof-required', 'proof: one of details.methods', encodeDetails({ methods }))
}
