import { describe, expect, it } from 'vitest'
import { type GoogleRequest, parseGoogleResponse } from './google-response.ts'

const request: GoogleRequest = {
  state: 'a-state',
  verifier: 'a-verifier',
  redirectUri: 'https://app.hessa.example/login',
  purpose: 'enter',
  role: 'student',
  redirect: '/plans',
}
const searchOf = (params: Record<string, string>) => `?${new URLSearchParams(params)}`

describe('coming back from Google', () => {
  it('brings the code with its verifier, and where it was wanted for', () => {
    const { verifier, redirectUri, purpose, role, redirect } = request
    expect(parseGoogleResponse(searchOf({ code: '4/abc', state: 'a-state', scope: 'email' }), request)).toEqual({
      outcome: 'code',
      brought: { code: '4/abc', verifier, redirectUri },
      purpose,
      role,
      redirect,
    })
  })

  it('with another state or without a started sign-in is ignored', () => {
    const mismatch = { outcome: 'mismatch', redirect: null }
    expect(parseGoogleResponse(searchOf({ code: '4/abc', state: 'other' }), request)).toEqual(mismatch)
    expect(parseGoogleResponse(searchOf({ code: '4/abc', state: 'a-state' }), null)).toEqual(mismatch)
  })

  it('after a refusal is not an error', () => {
    expect(parseGoogleResponse(searchOf({ error: 'access_denied', state: 'a-state' }), request)).toEqual({
      outcome: 'refused',
      redirect: '/plans',
    })
    expect(parseGoogleResponse('?redirect=/plans', request)).toBeNull()
  })
})
