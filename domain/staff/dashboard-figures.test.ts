import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, hours, type LocalDay } from '../cairo.ts'
import {
  canceledIn,
  cancellationRate,
  changeOf,
  conversionRate,
  daysOf,
  daysToStore,
  type Figures,
  figureNames,
  instantsOf,
  isOver,
  noFigures,
  occupancy,
  rangeBefore,
  totalOf,
  whyNotFigureRange,
} from './dashboard-figures.ts'

const NOON = Date.parse('2026-06-15T09:00:00Z')
const day = fc.integer({ min: 0, max: 3000 }).map((count) => addDays('2023-01-01', count))
const figures = fc
  .tuple(...figureNames.map(() => fc.nat(1_000_000)))
  .map((values) => Object.fromEntries(figureNames.map((name, index) => [name, values[index] ?? 0])) as Figures)

describe('a range of days', () => {
  it('has at most 366 days and ends today at the latest', () => {
    const range = (from: LocalDay, to: LocalDay) => whyNotFigureRange({ from, to }, NOON)
    expect(range('2026-06-15', '2026-06-15')).toBeNull()
    expect(range('2025-06-15', '2026-06-15')).toBeNull()
    expect(range('2025-06-14', '2026-06-15')).toBe('bad-request')
    expect(range('2026-06-15', '2026-06-16')).toBe('bad-request')
    expect(range('2026-06-15', '2026-06-14')).toBe('bad-request')
  })

  it('is followed by the days after it, without a gap or an overlap', () => {
    fc.assert(
      fc.property(day, fc.nat(365), (from, length) => {
        const range = { from, to: addDays(from, length) }
        const before = rangeBefore(range)
        const both = daysOf({ from: before.from, to: range.to })
        expect([...daysOf(before), ...daysOf(range)]).toEqual(both)
        expect(new Set(both).size).toBe(2 * (length + 1))
      }),
    )
  })

  it('covers every instant once, also where the clock changes', () => {
    fc.assert(
      fc.property(day, fc.nat(60), (from, length) => {
        const ranges = daysOf({ from, to: addDays(from, length) }).map(instantsOf)
        for (const [index, { end }] of ranges.entries()) expect(ranges[index + 1]?.start ?? end).toBe(end)
      }),
    )
    const lengthOf = (on: LocalDay) => instantsOf(on).end - instantsOf(on).start
    expect(lengthOf('2026-04-24')).toBe(hours(23))
    expect(lengthOf('2026-10-29')).toBe(hours(25))
    expect(lengthOf('2026-10-30')).toBe(hours(24))
  })

  it('is stored every night while its trials may still convert', () => {
    expect(daysToStore(NOON)).toEqual(daysOf({ from: '2026-05-31', to: '2026-06-14' }))
  })
})

describe('figures', () => {
  it('of a range are the sums of its days, however it is divided', () => {
    fc.assert(
      fc.property(fc.array(figures), fc.nat(20), (days, at) => {
        const [first, second] = [days.slice(0, at), days.slice(at)]
        expect(totalOf([totalOf(first), totalOf(second)])).toEqual(totalOf(days))
      }),
    )
  })

  it('have shares only where the total is not zero', () => {
    expect(cancellationRate(noFigures())).toBeNull()
    expect(cancellationRate({ ...noFigures(), lessonsHeld: 9, canceledByTutor: 1 })).toBe(1000)
    expect(conversionRate({ ...noFigures(), trialsStarted: 8, trialsConverted: 2 })).toBe(2500)
    expect(changeOf(0, 5)).toBeNull()
    expect(changeOf(200, 150)).toBe(-2500)
  })
})

it('a day is over when the next one has begun in Cairo', () => {
  expect(isOver('2026-06-14', NOON)).toBe(true)
  expect(isOver('2026-06-15', NOON)).toBe(false)
  expect(isOver('2026-06-16', NOON)).toBe(false)
})

it('figures of days add up, and give the cancellations and the occupancy', () => {
  const one = { ...noFigures(), canceledByStudent: 1, canceledByTutor: 2, canceledByStaff: 4, minutesBooked: 30 }
  const total = totalOf([one, { ...noFigures(), minutesOffered: 120, canceledByStaff: 1 }])
  expect(total).toEqual({ ...one, canceledByStaff: 5, minutesOffered: 120 })
  expect(canceledIn(total)).toBe(8)
  expect(occupancy(total)).toBe(2500)
  expect(occupancy(noFigures())).toBeNull()
})
