import { describe, expect, it } from 'vitest'
import { parseGoogleResponse } from './google-response.ts'

const request = { state: 'a-state', nonce: 'a-nonce', role: 'student', redirect: '/plans' } as const
const tokenFor = (nonce: string) => `head.${btoa(JSON.stringify({ nonce }))}.signature`
const hashOf = (params: Record<string, string>) => `#${new URLSearchParams(params)}`

describe('coming back from Google', () => {
  it('brings the token, and where it was wanted for', () => {
    const token = tokenFor('a-nonce')
    expect(parseGoogleResponse(hashOf({ id_token: token, state: 'a-state' }), request)).toEqual({
      outcome: 'token',
      token,
      role: 'student',
      redirect: '/plans',
    })
  })

  it('with another state, another nonce or without having left counts for nothing', () => {
    const good = { id_token: tokenFor('a-nonce'), state: 'a-state' }
    const mismatch = { outcome: 'mismatch' }
    expect(parseGoogleResponse(hashOf({ ...good, state: 'other' }), request)).toEqual(mismatch)
    expect(parseGoogleResponse(hashOf({ ...good, id_token: tokenFor('other') }), request)).toEqual(mismatch)
    expect(parseGoogleResponse(hashOf({ ...good, id_token: 'rubbish' }), request)).toEqual(mismatch)
    expect(parseGoogleResponse(hashOf(good), null)).toEqual(mismatch)
  })

  it('after a refusal is no fault', () => {
    expect(parseGoogleResponse(hashOf({ error: 'access_denied', state: 'a-state' }), request)).toEqual({
      outcome: 'refused',
    })
    expect(parseGoogleResponse('#main', request)).toBeNull()
  })
})
