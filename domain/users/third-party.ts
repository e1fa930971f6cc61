import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'

/** Signing in through somebody else who knows the person (docs/rules/accounts.md 3.2). */

/** The person as the provider knows them; `subject` is its own name for them. */
export type ThirdPartyPerson = { subject: string; email: string; verifiedEmail: boolean }

/** The account that the provider's name for the person, or else their address, leads to. */
export type MatchedAccount = { role: Role; isLinked: boolean; isLinkedToAnother: boolean }

/**
 * What a sign-in comes to.
 * @throws DomainError `bad-request` for another role than the account's, `user-not-found` without an account and without
 * a role, `unauthenticated` for an account that only an unverified address leads to, or that is somebody else's at the
 * provider.
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
