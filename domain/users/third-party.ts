import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'

/** Signing in through an identity provider (docs/rules/accounts.md 3.2). */

/** The person in the provider's token; `subject` is its id of the person. */
export type ThirdPartyPerson = { subject: string; email: string; verifiedEmail: boolean }

/**
 * The account that is linked to the subject or, without a link, has the address. `isLinkedToAnother`: another subject of the
 * provider is linked to it.
 */
export type MatchedAccount = { role: Role; isLinked: boolean; isLinkedToAnother: boolean }

/**
 * Whether a sign-in enters the account or registers one.
 * @throws DomainError `bad-request` for another role than the account's, `user-not-found` without an account and without
 * a role, `unauthenticated` for an account that is matched by an unverified address only, or is linked to another subject.
 */
export function decideSignIn(
  person: ThirdPartyPerson,
  found: MatchedAccount | null,
  role: Role | undefined,
): 'enter' | 'register' {
  if (!found) {
    if (role === undefined) throw new DomainError('user-not-found')
    return 'register'
  }
  // An address that the provider has not verified may be anybody's, and one given up may be somebody else's by now.
  if (!found.isLinked && (!person.verifiedEmail || found.isLinkedToAnother)) throw new DomainError('unauthenticated')
  if (role !== undefined && role !== found.role) throw new DomainError('bad-request', 'role: the account has another')
  return 'enter'
}
