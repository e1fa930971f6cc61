import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { decideSignIn, type MatchedAccount } from './third-party.ts'

const sara = { subject: '1', email: 'sara@example.com', verifiedEmail: true }
const unverified = { ...sara, verifiedEmail: false }
const account = (more: Partial<MatchedAccount> = {}): MatchedAccount => ({
  role: Role.Student,
  isLinked: false,
  isLinkedToAnother: false,
  ...more,
})

describe('signing in through a third party', () => {
  it('enters an account that the provider’s verified address leads to', () => {
    expect(decideSignIn(sara, account(), undefined)).toBe('enter')
    expect(decideSignIn(sara, account(), Role.Student)).toBe('enter')
  })

  it('asks for the account’s own role, where one is asked for', () => {
    expect(() => decideSignIn(sara, account(), Role.Tutor)).toThrow(/role/)
  })

  it('registers somebody new with a role only', () => {
    expect(decideSignIn(sara, null, Role.Tutor)).toBe('register')
    expect(decideSignIn(unverified, null, Role.Student)).toBe('register')
    expect(() => decideSignIn(sara, null, undefined)).toThrow('user-not-found')
  })

  it('never enters an account by an address that nobody has verified', () => {
    expect(() => decideSignIn(unverified, account(), undefined)).toThrow('unauthenticated')
  })

  it('knows a person who was here before, whatever has become of the address', () => {
    expect(decideSignIn(unverified, account({ isLinked: true }), undefined)).toBe('enter')
  })

  it('does not give an account to whoever has its address at the provider now', () => {
    expect(() => decideSignIn(sara, account({ isLinkedToAnother: true }), undefined)).toThrow('unauthenticated')
  })
})
