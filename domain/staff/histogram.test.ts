import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCounts, type Histogram, percentileOf, stepOf, upperBoundOf } from './histogram.ts'

/** How far a percentile may lie above the exact one. */
const ERROR = 2 ** (1 / 4)
const LONGEST = 2 ** 17

const duration = fc.double({ min: 0, max: LONGEST, noNaN: true })
const durations = fc.array(duration, { minLength: 1, maxLength: 300 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

function histogramOf(all: readonly number[]): Histogram {
  const histogram: Histogram = {}
  for (const ms of all) addCounts(histogram, { [stepOf(ms)]: 1 })
  return histogram
}

const exact = (all: readonly number[], at: number) =>
  all.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(all.length * at)) - 1] as number

describe('a percentile', () => {
  it('is never below the exact one, and at most a step above it', () => {
    fc.assert(
      fc.property(durations, share, (all, at) => {
        const found = percentileOf(histogramOf(all), at) as number
        const true_ = Math.max(1, exact(all, at))
        expect(found).toBeGreaterThanOrEqual(true_ * (1 - 1e-12))
        expect(found).toBeLessThanOrEqual(true_ * ERROR * (1 + 1e-12))
      }),
    )
  })

  it('grows with its share', () => {
    fc.assert(
      fc.property(durations, share, share, (all, one, other) => {
        const histogram = histogramOf(all)
        const [low, high] = one < other ? [one, other] : [other, one]
        expect(percentileOf(histogram, low)).toBeLessThanOrEqual(percentileOf(histogram, high) as number)
      }),
    )
  })

  it('of no durations is null, and of one beyond the scale is the end of the scale', () => {
    expect(percentileOf({}, 0.5)).toBeNull()
    expect(percentileOf(histogramOf([10 * LONGEST]), 0.5)).toBe(LONGEST)
  })
})

describe('a histogram', () => {
  it('of all durations is the sum of those of its parts', () => {
    fc.assert(
      fc.property(durations, durations, (some, others) => {
        const sum = histogramOf(some)
        addCounts(sum, histogramOf(others))
        expect(sum).toEqual(histogramOf([...some, ...others]))
      }),
    )
  })

  it('puts a duration between the bounds of its step', () => {
    fc.assert(
      fc.property(duration, (ms) => {
        const step = stepOf(ms)
        expect(ms).toBeLessThanOrEqual(upperBoundOf(step) * (1 + 1e-12))
        if (step > 0) expect(ms).toBeGreaterThanOrEqual(upperBoundOf(step - 1) * (1 - 1e-12))
      }),
    )
  })

  it('counts a negative duration as zero', () => {
    expect([stepOf(-5), stepOf(0), stepOf(1), stepOf(Number.NaN)]).toEqual([0, 0, 0, 0])
  })
})

it('a share is taken over the steps in order, however they are written', () => {
  const mixed = Object.fromEntries([
    ['12', 1],
    ['3', 8],
    ['7', 1],
  ]) as Histogram
  expect(percentileOf(mixed, 0.5)).toBe(upperBoundOf(3))
  expect(percentileOf(mixed, 0.9)).toBe(upperBoundOf(7))
  expect(percentileOf(mixed, 0.95)).toBe(upperBoundOf(12))
})
