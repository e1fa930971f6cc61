import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { hasValidCode, resendAllowedAt, secondsUntil } from './code-sending.ts'

const sentAt = Date.parse('2026-03-01T10:00:00Z')

describe('a mailed code', () => {
  it('is good for a quarter of an hour', () => {
    expect(hasValidCode(sentAt, sentAt + minutes(15) - 1)).toBe(true)
    expect(hasValidCode(sentAt, sentAt + minutes(15))).toBe(false)
    expect(hasValidCode(null, sentAt)).toBe(false)
  })

  it('may be asked for again after a minute', () => {
    const at = resendAllowedAt(sentAt, 0)
    expect(secondsUntil(at, sentAt)).toBe(60)
    expect(secondsUntil(at, sentAt + minutes(1) - 1)).toBe(1)
    expect(secondsUntil(at, sentAt + minutes(1))).toBe(0)
    expect(secondsUntil(resendAllowedAt(null, 0), sentAt)).toBe(0)
  })

  it('waits longer when the server says so', () => {
    expect(secondsUntil(resendAllowedAt(sentAt, sentAt + minutes(4)), sentAt)).toBe(240)
    expect(secondsUntil(resendAllowedAt(sentAt, sentAt + minutes(0.5)), sentAt)).toBe(60)
  })
})
