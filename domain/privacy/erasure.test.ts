import { describe, expect, it } from 'vitest'
import {
  type AskedErasure,
  ERASURE_DELAY_MS,
  erasureDue,
  erasureObstacles,
  erasureState,
  isDue,
  type OpenMatters,
  obstaclesOf,
  withErasedNameIn,
} from './erasure.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const asked = (more: Partial<AskedErasure> = {}): AskedErasure => ({
  askedAt: NOW,
  due: erasureDue(NOW),
  stoppedAt: null,
  ...more,
})
const nothing: OpenMatters = {
  'upcoming-lessons': 0,
  'upcoming-meetings': 0,
  'open-orders': 0,
  balance: 0,
  'open-withdrawals': 0,
  'waiting-pay': 0,
}

describe('the pseudonym (docs/rules/privacy.md 4.4)', () => {
  it('is read in the language of the screen, and in no text that holds more', () => {
    const answer = JSON.stringify([{ name: 'حساب ممسوح' }, { text: 'مين اللي مكتوب حساب ممسوح؟' }])
    expect(JSON.parse(withErasedNameIn('en', answer))).toEqual([
      { name: 'Erased account' },
      { text: 'مين اللي مكتوب حساب ممسوح؟' },
    ])
    expect(withErasedNameIn('ar', answer)).toBe(answer)
  })
})

describe('the request to erase an account (docs/rules/privacy.md 4.1 and 4.2)', () => {
  it('is none without one, and after the person has changed their mind', () => {
    expect(erasureState(undefined)).toBe('none')
    expect(erasureState(asked())).toBe('asked')
    expect(erasureState(asked({ stoppedAt: NOW + 1 }))).toBe('none')
  })

  it('is due fourteen days later, unless it was stopped (docs/rules/privacy.md 4.5)', () => {
    expect(ERASURE_DELAY_MS).toBe(14 * 24 * 60 * 60_000)
    expect(isDue(asked(), NOW + ERASURE_DELAY_MS - 1)).toBe(false)
    expect(isDue(asked(), NOW + ERASURE_DELAY_MS)).toBe(true)
    expect(isDue(asked({ stoppedAt: NOW }), NOW + ERASURE_DELAY_MS)).toBe(false)
  })
})

describe('what has to end first (docs/rules/privacy.md 4.3)', () => {
  it('names each thing that is open, and a debt too', () => {
    expect(obstaclesOf(nothing)).toEqual([])
    for (const obstacle of erasureObstacles) expect(obstaclesOf({ ...nothing, [obstacle]: 1 })).toEqual([obstacle])
    expect(obstaclesOf({ ...nothing, balance: -1, 'open-orders': 2 })).toEqual(['open-orders', 'balance'])
  })
})
