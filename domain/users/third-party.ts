import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'
import { minutes } from '../cairo.ts'

/** Signing in through an identity provider (docs/rules/accounts.md 3.2). */

/** How long a nonce for a sign-in at the provider, and the token that continues it, are valid. */
export const SIGN_IN_VALIDITY_MS = minutes(10)
/** How long a fresh sign-in at the provider counts as a proof for a change (docs/rules/accounts.md 3.12). */
export const PROVIDER_PROOF_MS = minutes(5)

/** The pages of the web apps to which the provider redirects (docs/rules/accounts.md 3.4). */
export const RETURN_PATHS: readonly string[] = ['/login', '/google']

/**
 * The person in the provider's token; `subject` is the provider's id of the person. `ownsMailbox`: the provider operates
 * the mailbox, so a verified address belongs to the person now and not only when it was verified.
 */
export type ThirdPartyPerson = { subject: string; email: string; verifiedEmail: boolean; ownsMailbox: boolean }

/** The account that is linked to the subject or, without a link, has the address. */
export type MatchedAccount = {
  role: Role
  email: string
  verifiedEmail: boolean
  hasPassword: boolean
  isLinked: boolean
  /** The account is linked to another subject of the provider. */
  isLinkedToAnother: boolean
}

/**
 * The result of a sign-in: `enter` the linked account; `prove`: verify its unverified address and link; `link` to an
 * account without a password; `ask` for the account's password before linking; `register`.
 */
export type SignInDecision = 'enter' | 'prove' | 'link' | 'ask' | 'register'

/**
 * Decides what a sign-in does (docs/rules/accounts.md 3.2).
 * @throws DomainError `bad-request` for another role than the account's, `user-not-found` without an account and without a
 * role, `unauthenticated` for an account that is matched only by an unverified address.
 */
export function decideSignIn(
  person: ThirdPartyPerson,
  found: MatchedAccount | null,
  role: Role | undefined,
): SignInDecision {
  if (!found) {
    if (role === undefined) throw new DomainError('user-not-found')
    return 'register'
  }
  // An address that the provider has not verified may belong to anybody.
  if (!found.isLinked && !person.verifiedEmail) throw new DomainError('unauthenticated')
  if (role !== undefined && role !== found.role) throw new DomainError('bad-request', 'role: the account has another')
  if (!found.verifiedEmail && person.verifiedEmail && found.email === person.email) return 'prove'
  if (found.isLinked) return 'enter'
  // An address that was given up may belong to somebody else by now.
  return found.hasPassword || found.isLinkedToAnother || !person.ownsMailbox ? 'ask' : 'link'
}
