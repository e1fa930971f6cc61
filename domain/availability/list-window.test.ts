import { describe, expect, it } from 'vitest'
import { MAX_FULL_WINDOW, whyNotListWindow } from './list-window.ts'

describe('the window of a list', () => {
  it('does not end before it starts, and may be empty or open-ended', () => {
    expect(whyNotListWindow({ full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, before: 5, full: false })).toBeNull()
    expect(whyNotListWindow({ after: 5, before: 4, full: false })).toBe('bad-request')
  })

  it('is unpaged for up to 60 days', () => {
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW, full: true })).toBeNull()
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW + 1, full: true })).toBe('bad-request')
    expect(whyNotListWindow({ after: 0, before: MAX_FULL_WINDOW + 1, full: false })).toBeNull()
  })

  it('requires both ends for an unpaged list', () => {
    expect(whyNotListWindow({ full: true })).toBe('bad-request')
    expect(whyNotListWindow({ after: 0, full: true })).toBe('bad-request')
    expect(whyNotListWindow({ before: 0, full: true })).toBe('bad-request')
  })
})

it('a window may be open at its beginning, and one of 60 days is 5,184,000,000 ms long', () => {
  expect(whyNotListWindow({ before: 5, full: false })).toBeNull()
  expect(MAX_FULL_WINDOW).toBe(5_184_000_000)
  const after = 10 * MAX_FULL_WINDOW
  expect(whyNotListWindow({ after, before: after + MAX_FULL_WINDOW, full: true })).toBeNull()
})
