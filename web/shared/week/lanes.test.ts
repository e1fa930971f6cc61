import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignLanes, readable } from './lanes.ts'

const lanesOf = (...spans: [number, number][]) =>
  assignLanes(spans.map(([from, to]) => ({ from, to }))).map(({ lane, lanes }) => [lane, lanes])

describe('laying a day side by side', () => {
  it('gives the whole width to what is alone, and to what only touches', () => {
    expect(lanesOf([60, 90], [90, 120])).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('halves the width of two that overlap', () => {
    expect(lanesOf([60, 120], [90, 150])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  it('uses a lane again once it is free', () => {
    expect(lanesOf([0, 120], [15, 30], [45, 60])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
    ])
  })

  it('never lays two overlapping spans on one lane, and loses none', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 8 }))
      .map(([at, length]) => ({ from: at, to: at + length }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (spans) => {
        const laid = assignLanes(spans)
        expect(laid).toHaveLength(spans.length)
        for (const one of laid)
          for (const other of laid)
            if (one !== other && one.from < other.to && other.from < one.to) expect(one.lane).not.toBe(other.lane)
      }),
    )
  })
})

it('draws a quarter hour higher only where there is room below', () => {
  const spans = [
    { from: 60, to: 75 },
    { from: 75, to: 90 },
    { from: 120, to: 150 },
    { from: 1425, to: 1440 },
  ]
  expect(readable(spans).map(({ to }) => to)).toEqual([75, 96, 150, 1440])
})
