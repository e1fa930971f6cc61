import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, minutes } from '../cairo.ts'
import {
  type CallMinute,
  countCall,
  deviceClassOf,
  isMinuteOf,
  isPoorCall,
  isPoorMinute,
  minuteOf,
  operatorOf,
} from './call-quality.ts'

const start = fromIso('2026-02-11T10:00:00Z')
const lesson = { start, end: start + minutes(30) }

const good: CallMinute = {
  minute: start,
  loss: 0,
  roundTripMs: 90,
  jitterMs: 10,
  freezes: 0,
  frozenMs: 0,
  interruptedMs: 0,
  receivedKbps: 600,
  firstPictureMs: null,
  route: 'direct',
  network: 'wifi',
  failure: null,
}

describe('a minute is poor', () => {
  it('above each bound, and not at it', () => {
    const at = { loss: 50, roundTripMs: 800, frozenMs: 10_000, interruptedMs: 10_000 }
    for (const [name, value] of Object.entries(at))
      expect([name, isPoorMinute({ ...good, [name]: value }), isPoorMinute({ ...good, [name]: value + 1 })]).toEqual([
        name,
        false,
        true,
      ])
  })

  it('that stood still for longer than the bound, frozen and without a connection together', () => {
    expect(isPoorMinute({ ...good, frozenMs: 6000, interruptedMs: 4000 })).toBe(false)
    expect(isPoorMinute({ ...good, frozenMs: 6000, interruptedMs: 4001 })).toBe(true)
  })

  it('never where nothing was measured', () => {
    const nothing = { loss: null, roundTripMs: null, frozenMs: null, interruptedMs: null }
    expect(isPoorMinute({ ...good, ...nothing })).toBe(false)
  })

  it('still, when it gets worse', () => {
    const figure = fc.option(fc.nat(60_000))
    const figures = fc.record({ loss: figure, roundTripMs: figure, frozenMs: figure, interruptedMs: figure })
    fc.assert(
      fc.property(
        figures,
        fc.constantFrom('loss' as const, 'roundTripMs' as const, 'frozenMs' as const, 'interruptedMs' as const),
        fc.nat(60_000),
        (measured, worse, by) => {
          const before = { ...good, ...measured }
          const after = { ...before, [worse]: (before[worse] ?? 0) + by }
          expect(isPoorMinute(after) || !isPoorMinute(before)).toBe(true)
        },
      ),
    )
  })
})

describe('a call is poor', () => {
  it('with three poor minutes, or a fifth of those that were measured', () => {
    const poor = (count: number, measured: number) => isPoorCall({ measured, poor: count, failed: 0 })
    expect([poor(2, 30), poor(3, 30)]).toEqual([false, true])
    expect([poor(1, 6), poor(1, 5), poor(0, 1)]).toEqual([false, true, false])
  })

  it('with a join that failed, and is unknown where nothing was measured', () => {
    expect(isPoorCall({ measured: 30, poor: 0, failed: 1 })).toBe(true)
    expect(isPoorCall({ measured: 0, poor: 0, failed: 1 })).toBe(true)
    expect(isPoorCall({ measured: 0, poor: 0, failed: 0 })).toBeNull()
  })

  it('still, with one more poor minute or failed join', () => {
    fc.assert(
      fc.property(fc.nat(75), fc.nat(75), fc.nat(3), (measured, poor, failed) => {
        const counts = { measured: measured + poor, poor, failed }
        if (isPoorCall(counts) !== true) return
        expect(isPoorCall({ ...counts, measured: counts.measured + 1, poor: poor + 1 })).toBe(true)
        expect(isPoorCall({ ...counts, failed: failed + 1 })).toBe(true)
      }),
    )
  })

  it('whoever measured it: a minute of both sides counts once', () => {
    const rated = (minute: number, isPoor = false) => ({ minute: start + minutes(minute), isPoor, failure: null })
    expect(countCall([rated(0), rated(0, true), rated(1), rated(2)])).toEqual({ measured: 3, poor: 1, failed: 0 })
    expect(countCall([rated(0), { minute: start, isPoor: false, failure: 'no-path' }])).toEqual({
      measured: 1,
      poor: 0,
      failed: 1,
    })
    fc.assert(
      fc.property(fc.array(fc.record({ minute: fc.nat(5), isPoor: fc.boolean() })), (all) => {
        const minutesOfBoth = all.map((one) => ({ ...one, failure: null }))
        expect(countCall([...minutesOfBoth, ...minutesOfBoth])).toEqual(countCall(minutesOfBoth))
      }),
    )
  })
})

describe('a minute of a lesson', () => {
  it('has begun while its room was open', () => {
    const isOf = (minute: number, now = start + minutes(90)) => isMinuteOf(lesson, start + minutes(minute), now)
    expect([isOf(-16), isOf(-15), isOf(60), isOf(61)]).toEqual([false, true, true, false])
    expect([isOf(5, start + minutes(5) - 1), isOf(5, start + minutes(5))]).toEqual([false, true])
  })

  it('is a whole one', () => {
    expect(minuteOf(start + 59_999)).toBe(start)
    expect(isMinuteOf(lesson, start + 1, start + minutes(5))).toBe(false)
  })
})

it('the operator is one visible line of 60 characters, or unknown', () => {
  expect(['  Vodafone\nEgypt ', '\u200e', undefined, 7].map(operatorOf)).toEqual(['Vodafone Egypt', '', '', ''])
  expect(operatorOf('x'.repeat(70))).toBe('x'.repeat(60))
})

it.each([
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'phone'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 'desktop'],
  ['', 'desktop'],
])('the device of %s is a %s', (userAgent, device) => {
  expect(deviceClassOf(userAgent)).toBe(device)
})
