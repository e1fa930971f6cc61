import { describe, expect, it } from 'vitest'
import { accessKinds, fateBy, waysBack } from './ways-back.ts'

describe('what outlives taking an account back', () => {
  it('ends each kind in at least one way', () => {
    for (const kind of accessKinds)
      expect([kind, Object.values(waysBack).some((fates) => fates[kind] !== 'stays')]).toEqual([kind, true])
  })

  it('keeps only what each of several ways keeps', () => {
    expect(fateBy(['email-replaced', 'password-change'], 'google', true)).toBe('ends')
    expect(fateBy(['deactivation', 'email-undo'], 'factors', true)).toBe('newer')
    expect(fateBy(['factor-reset', 'email-undo'], 'factors', true)).toBe('ends')
    expect(fateBy([], 'sessions', false)).toBe('stays')
  })

  it('is the phone, where a password is reset whose address somebody had proven', () => {
    expect(fateBy(['password-reset'], 'phone', true)).toBe('stays')
    expect(fateBy(['password-reset'], 'phone', false)).toBe('ends')
  })
})
