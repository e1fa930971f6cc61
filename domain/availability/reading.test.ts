import { describe, expect, it } from 'vitest'
import { MAX_FULL_WINDOW, whyNotReadable } from './reading.ts'

describe('a window of time', () => {
  it('runs forwards, and may be empty or open', () => {
    expect(whyNotReadable({ full: false })).toBeNull()
    expect(whyNotReadable({ after: 5, full: false })).toBeNull()
    expect(whyNotReadable({ after: 5, before: 5, full: false })).toBeNull()
    expect(whyNotReadable({ after: 5, before: 4, full: false })).toBe('bad-request')
  })

  it('is read in full for up to 60 days', () => {
    expect(whyNotReadable({ after: 0, before: MAX_FULL_WINDOW, full: true })).toBeNull()
    expect(whyNotReadable({ after: 0, before: MAX_FULL_WINDOW + 1, full: true })).toBe('bad-request')
    expect(whyNotReadable({ after: 0, before: MAX_FULL_WINDOW + 1, full: false })).toBeNull()
  })

  it('needs both edges to be read in full', () => {
    expect(whyNotReadable({ full: true })).toBe('bad-request')
    expect(whyNotReadable({ after: 0, full: true })).toBe('bad-request')
    expect(whyNotReadable({ before: 0, full: true })).toBe('bad-request')
  })
})
