import { describe, expect, it } from 'vitest'
import { MAX_FULL_WINDOW, whyNotRange } from './reading.ts'

describe('a window of time', () => {
  it('runs forwards, and may be empty or open', () => {
    expect(whyNotRange({ full: false })).toBeNull()
    expect(whyNotRange({ after: 5, full: false })).toBeNull()
    expect(whyNotRange({ after: 5, before: 5, full: false })).toBeNull()
    expect(whyNotRange({ after: 5, before: 4, full: false })).toBe('bad-request')
  })

  it('is read in full for up to 60 days', () => {
    expect(whyNotRange({ after: 0, before: MAX_FULL_WINDOW, full: true })).toBeNull()
    expect(whyNotRange({ after: 0, before: MAX_FULL_WINDOW + 1, full: true })).toBe('bad-request')
    expect(whyNotRange({ after: 0, before: MAX_FULL_WINDOW + 1, full: false })).toBeNull()
  })

  it('needs both edges to be read in full', () => {
    expect(whyNotRange({ full: true })).toBe('bad-request')
    expect(whyNotRange({ after: 0, full: true })).toBe('bad-request')
    expect(whyNotRange({ before: 0, full: true })).toBe('bad-request')
  })
})
