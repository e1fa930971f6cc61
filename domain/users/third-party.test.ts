import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { decideSignIn, type MatchedAccount, RETURN_PATHS, type ThirdPartyPerson } from './third-party.ts'

const sara: ThirdPartyPerson = { subject: '1', email: 'sara@gmail.com', verifiedEmail: true, ownsMailbox: true }
const unverified: ThirdPartyPerson = { ...sara, verifiedEmail: false, ownsMailbox: false }
const once: ThirdPartyPerson = { ...sara, ownsMailbox: false }
const found = (more: Partial<MatchedAccount> = {}): MatchedAccount => ({
  role: Role.Student,
  email: sara.email,
  verifiedEmail: true,
  hasPassword: true,
  isLinked: false,
  isLinkedToAnother: false,
  ...more,
})
const decide = (person: ThirdPartyPerson, account: MatchedAccount | null, role?: Role) => {
  try {
    return decideSignIn(person, account, role)
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('a sign-in through a third party', () => {
  it('registers an unknown person with a role, and nobody without one', () => {
    expect(decide(sara, null)).toBe('user-not-found')
    expect(decide(sara, null, Role.Tutor)).toBe('register')
  })

  it('enters the linked account, whatever its address is by now', () => {
    expect(decide(sara, found({ isLinked: true }))).toBe('enter')
    expect(decide(unverified, found({ isLinked: true, email: 'other@example.com' }))).toBe('enter')
    expect(decide(sara, found({ isLinked: true, email: 'other@example.com', verifiedEmail: false }))).toBe('enter')
  })

  it('asks for the password of a proven account that is not linked', () => {
    expect(decide(sara, found())).toBe('ask')
    expect(decide(once, found())).toBe('ask')
  })

  it('links an account without a password for the present owner of its mailbox', () => {
    expect(decide(sara, found({ hasPassword: false }))).toBe('link')
    expect(decide(once, found({ hasPassword: false }))).toBe('ask')
    expect(decide(sara, found({ hasPassword: false, isLinkedToAnother: true }))).toBe('ask')
  })

  it('verifies an address that was not verified', () => {
    expect(decide(sara, found({ verifiedEmail: false }))).toBe('prove')
    expect(decide(sara, found({ verifiedEmail: false, isLinked: true }))).toBe('prove')
    expect(decide(unverified, found({ verifiedEmail: false, isLinked: true }))).toBe('enter')
  })

  it('is refused by an unverified address, and with another role', () => {
    expect(decide(unverified, found())).toBe('unauthenticated')
    expect(decide(unverified, found({ hasPassword: false, verifiedEmail: false }))).toBe('unauthenticated')
    expect(decide(sara, found(), Role.Tutor)).toBe('bad-request')
    expect(decide(sara, found({ isLinked: true }), Role.Student)).toBe('enter')
  })
})

it('a provider returns to the two pages that expect it', () => {
  expect(RETURN_PATHS).toEqual(['/login', '/google'])
})
