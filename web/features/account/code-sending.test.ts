import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { hasGoodCode, secondsToResend } from './code-sending.ts'

const sentAt = Date.parse('2026-03-01T10:00:00Z')

describe('a mailed code', () => {
  it('is good for a quarter of an hour', () => {
    expect(hasGoodCode(sentAt, sentAt + minutes(15) - 1)).toBe(true)
    expect(hasGoodCode(sentAt, sentAt + minutes(15))).toBe(false)
    expect(hasGoodCode(null, sentAt)).toBe(false)
  })

  it('may be asked for again after a minute', () => {
    expect(secondsToResend(sentAt, sentAt)).toBe(60)
    expect(secondsToResend(sentAt, sentAt + minutes(1) - 1)).toBe(1)
    expect(secondsToResend(sentAt, sentAt + minutes(1))).toBe(0)
    expect(secondsToResend(null, sentAt)).toBe(0)
  })
})
