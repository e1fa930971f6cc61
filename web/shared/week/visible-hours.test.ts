import { describe, expect, it } from 'vitest'
import { firstMinute, hiddenOf } from './visible-hours.ts'

const span = (from: number, to: number) => ({ from: from * 60, to: to * 60 })
const TEN_HOURS = 600

describe('a grid that is opened', () => {
  it('shows an evening without scrolling to it', () => {
    expect(firstMinute({ spans: [span(19, 20), span(21, 22)], now: null, height: TEN_HOURS })).toBe(14 * 60)
    expect(firstMinute({ spans: [span(13, 14), span(16, 17)], now: null, height: TEN_HOURS })).toBe(13 * 60 - 45)
  })

  it('shows what comes next today where not everything fits', () => {
    const spans = [span(6, 7), span(22, 23)]
    expect(firstMinute({ spans, now: 7 * 60, height: TEN_HOURS })).toBe(6 * 60)
    expect(firstMinute({ spans, now: 15 * 60, height: TEN_HOURS })).toBe(13 * 60 + 45)
    expect(firstMinute({ spans, now: null, height: TEN_HOURS })).toBe(6 * 60 - 45)
  })

  it('shows now, or the morning, where nothing is', () => {
    expect(firstMinute({ spans: [], now: 12 * 60, height: TEN_HOURS })).toBe(11 * 60)
    expect(firstMinute({ spans: [], now: 23 * 60, height: TEN_HOURS })).toBe(14 * 60)
    expect(firstMinute({ spans: [], now: null, height: TEN_HOURS })).toBe(9 * 60 - 45)
  })
})

it('counts what lies outside of the view, and not what only reaches out of it', () => {
  const spans = [span(7, 8), span(8, 10), span(12, 13), span(18, 20), span(20, 21)]
  expect(hiddenOf(spans, span(8, 20))).toEqual({ above: [span(7, 8)], below: [span(20, 21)] })
  expect(hiddenOf(spans, span(9, 19))).toEqual({ above: [span(7, 8)], below: [span(20, 21)] })
})
