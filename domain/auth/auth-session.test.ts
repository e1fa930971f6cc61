import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours } from '../cairo.ts'
import { Role } from '../roles.ts'
import { REFRESH_GRACE_MS, SESSION_RETENTION_MS, type SessionTokens, tokenEnd, tokenState } from './auth-session.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const DAY = hours(24)
const STAFF = [Role.Studio, Role.TutorManager, Role.RegularAdmin, Role.SuperAdmin]

describe('a token', () => {
  it('lives seven days, of staff twelve hours and no longer than a day after signing in', () => {
    for (const role of [Role.Student, Role.Tutor]) expect(tokenEnd(role, NOW, NOW)).toBe(NOW + 7 * DAY)
    for (const role of STAFF) {
      expect(tokenEnd(role, NOW, NOW)).toBe(NOW + hours(12))
      expect(tokenEnd(role, NOW, NOW + hours(12))).toBe(NOW + DAY)
      expect(tokenEnd(role, NOW, NOW + hours(20))).toBe(NOW + DAY)
    }
  })

  it('of a student or tutor ends 90 days after signing in, however often it is refreshed', () => {
    expect(tokenEnd(Role.Student, NOW, NOW + 83 * DAY)).toBe(NOW + 90 * DAY)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7 * DAY - 1 }), { maxLength: 60 }), (pauses) => {
        let at = NOW
        let end = tokenEnd(Role.Tutor, NOW, at)
        for (const pause of pauses) {
          // Only a token that has not expired is refreshed.
          if (at + pause >= end) break
          at += pause
          end = tokenEnd(Role.Tutor, NOW, at)
        }
        expect(end).toBeLessThanOrEqual(NOW + 90 * DAY)
      }),
    )
  })
})

describe('the state of a token', () => {
  const refreshed: SessionTokens = {
    tokenId: 'second',
    previousTokenId: 'first',
    refreshedAt: NOW,
    refreshConfirmed: false,
  }
  const confirmed = { ...refreshed, refreshConfirmed: true }

  it('is current for the present one at any time', () => {
    for (const session of [refreshed, confirmed]) expect(tokenState(session, 'second', NOW + 7 * DAY)).toBe('current')
  })

  it('is current for the one before it during the grace', () => {
    for (const session of [refreshed, confirmed])
      expect(tokenState(session, 'first', NOW + REFRESH_GRACE_MS - 1)).toBe('current')
  })

  it('is unconfirmed after the grace until the present one is used, then replaced', () => {
    expect(tokenState(refreshed, 'first', NOW + REFRESH_GRACE_MS)).toBe('unconfirmed')
    expect(tokenState(confirmed, 'first', NOW + REFRESH_GRACE_MS)).toBe('replaced')
  })

  it('is replaced for older ones at once', () => {
    expect(tokenState(refreshed, 'zeroth', NOW)).toBe('replaced')
    const fresh = { tokenId: 'first', previousTokenId: null, refreshedAt: null, refreshConfirmed: true }
    expect(tokenState(fresh, 'zeroth', NOW)).toBe('replaced')
  })
})

it('a session is kept for thirty days after its end', () => {
  expect(SESSION_RETENTION_MS).toBe(2_592_000_000)
})
