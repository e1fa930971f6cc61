import { describe, expect, it } from 'vitest'
import { MAX_FULL_WINDOW, whyNotListWindow } from './list-window.ts'

describe('a window of time', () => {
  it('runs forwards, and may be empty or open', () => {
    expect(whyNotListWindow({ full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, before: 5, full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, before: 4, full: false })).toBe('bad-request')
  })

  it('is read in full for up to 60 days', () => {
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW, full: true })).toBeNull()
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW + 1, full: true })).toBe('bad-request')
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW + 1, full: false })).toBeNull()
  })

  it('needs both edges to be read in full', () => {
    expect(whyNotListWindow({ full: true })).toBe('bad-request')
    expect(whyNotListWindow({ after: 0, full: true })).toBe('bad-request')
    expect(whyNotListWindow({ before: 0, full: true })).toBe('bad-request')
  })
})
