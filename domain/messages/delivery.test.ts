import { describe, expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import { fallbackAt, isFallbackUseful, isParkable, mayBeSent, nextAttemptAt } from './delivery.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')

describe('a message whose earlier send has no known outcome', () => {
  it('is never sent again by WhatsApp, which knows no keys', () => {
    expect(mayBeSent({ channel: 'whatsapp', sendingAt: null }, NOW)).toBe(true)
    expect(mayBeSent({ channel: 'whatsapp', sendingAt: NOW }, NOW)).toBe(false)
  })

  it('is sent again by mail while the provider recognizes its key', () => {
    expect(mayBeSent({ channel: 'email', sendingAt: null }, NOW)).toBe(true)
    expect(mayBeSent({ channel: 'email', sendingAt: NOW - hours(23) + 1 }, NOW)).toBe(true)
    expect(mayBeSent({ channel: 'email', sendingAt: NOW - hours(23) }, NOW)).toBe(false)
  })
})

describe('a notification', () => {
  it('that may have been shown is sent again for an hour', () => {
    expect(mayBeSent({ channel: 'push', sendingAt: NOW - hours(1) + 1 }, NOW)).toBe(true)
    expect(mayBeSent({ channel: 'push', sendingAt: NOW - hours(1) }, NOW)).toBe(false)
  })

  it('is the only message that is never parked', () => {
    expect((['email', 'whatsapp', 'push'] as const).map((channel) => isParkable({ channel, template: 'x' }))).toEqual([
      ...[true, true, false],
    ])
    expect(isParkable({ channel: 'email', template: 'mailing' })).toBe(false)
  })
})

describe('a message of WhatsApp’s that has not arrived', () => {
  it('goes by mail after two minutes if it is a reminder or a code, and never otherwise', () => {
    const urgent = ['lesson_reminder', 'interview_reminder', 'demo_session_reminder', 'verify_phone_number']
    expect(urgent.map((template) => fallbackAt(template, NOW))).toEqual(Array(4).fill(NOW + minutes(2)))
    expect(fallbackAt('lesson_booked', NOW)).toBeNull()
  })

  it('is no longer of use by mail a quarter of an hour after it was written', () => {
    const useful = [0, minutes(15) - 1, minutes(15)].map((age) => isFallbackUseful(NOW - age, NOW))
    expect(useful).toEqual([true, true, false])
  })
})

describe('an attempt that failed', () => {
  it('is followed by five others, each after twice the time', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((attempts) =>
      nextAttemptAt({ channel: 'whatsapp', sendingAt: null, attempts }, NOW),
    )
    expect(delays).toEqual([...[1, 2, 4, 8, 16].map((delay) => NOW + minutes(delay)), null])
  })

  it('is the last one by WhatsApp when the message may have gone out', () => {
    expect(nextAttemptAt({ channel: 'whatsapp', sendingAt: NOW, attempts: 1 }, NOW)).toBeNull()
    expect(nextAttemptAt({ channel: 'email', sendingAt: NOW, attempts: 1 }, NOW)).toBe(NOW + minutes(1))
  })

  it('is the last one by mail when the provider would not recognize the next', () => {
    const attempt = { channel: 'email', sendingAt: NOW - hours(23) + minutes(2), attempts: 2 } as const
    expect(nextAttemptAt(attempt, NOW)).toBeNull()
    expect(nextAttemptAt(attempt, NOW - 1)).toBe(NOW - 1 + minutes(2))
  })
})
