import { describe, expect, it } from 'vitest'
import { readReturn } from './google-return.ts'

const journey = { state: 'a-state', nonce: 'a-nonce', role: 'student', redirect: '/plans' } as const
const tokenFor = (nonce: string) => `head.${btoa(JSON.stringify({ nonce }))}.signature`
const hashOf = (said: Record<string, string>) => `#${new URLSearchParams(said)}`

describe('coming back from Google', () => {
  it('brings the token, and where it was wanted for', () => {
    const token = tokenFor('a-nonce')
    expect(readReturn(hashOf({ id_token: token, state: 'a-state' }), journey)).toEqual({
      outcome: 'token',
      token,
      role: 'student',
      redirect: '/plans',
    })
  })

  it('with another state, another nonce or without having left counts for nothing', () => {
    const good = { id_token: tokenFor('a-nonce'), state: 'a-state' }
    const mismatch = { outcome: 'mismatch' }
    expect(readReturn(hashOf({ ...good, state: 'other' }), journey)).toEqual(mismatch)
    expect(readReturn(hashOf({ ...good, id_token: tokenFor('other') }), journey)).toEqual(mismatch)
    expect(readReturn(hashOf({ ...good, id_token: 'rubbish' }), journey)).toEqual(mismatch)
    expect(readReturn(hashOf(good), null)).toEqual(mismatch)
  })

  it('after a refusal is no fault', () => {
    expect(readReturn(hashOf({ error: 'access_denied', state: 'a-state' }), journey)).toEqual({ outcome: 'refused' })
    expect(readReturn('#main', journey)).toBeNull()
  })
})
