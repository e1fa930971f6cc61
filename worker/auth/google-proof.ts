import type { proveByGoogle } from '#contract/auth'
import { googleProofs } from '#db/schema/google'
import { DomainError } from '#domain/errors'
import { PROVIDER_PROOF_MS } from '#domain/users/third-party'
import type { Act } from '../http/bind.ts'
import { randomToken } from '../http/encryption.ts'
import { sha256 } from '../http/sha256.ts'
import { personOfOwnCode } from './google-person.ts'
import { linkedIdentity } from './identity-store.ts'

/**
 * Proves the caller's identity by a fresh sign-in with the linked Google account (docs/rules/accounts.md 3.12). Only an
 * authorization code counts: a token may be old.
 * @throws DomainError `not-found` when no Google account is linked, `identity-taken` for another Google account than the
 * linked one, `google-sign-in-failed`, `service-unavailable`, `too-many-requests`.
 */
export const prove: Act<typeof proveByGoogle> = async (ctx) => {
  const { actor, body, db, now } = ctx
  const linked = await linkedIdentity(db, actor.id)
  if (!linked) throw new DomainError('not-found', 'no Google account is linked')
  const person = await personOfOwnCode(ctx, body)
  if (person.subject !== linked.subject)
    throw new DomainError('identity-taken', 'not the Google account that is linked')
  const token = randomToken()
  const expiresAt = now + PROVIDER_PROOF_MS
  await db.insert(googleProofs).values({ tokenHash: await sha256(token), userId: actor.id, createdAt: now, expiresAt })
  return { proof: token, expiresAt }
}
