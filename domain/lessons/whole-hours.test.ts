import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours } from '../cairo.ts'
import { wholeHours } from './whole-hours.ts'

const HOUR = hours(1)
const half = HOUR / 2

describe('the whole hours of a window', () => {
  it('have no limit on a side without a bound', () => {
    const [first, last] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    expect(wholeHours({})).toEqual({ whole: { start: first, end: last }, edges: [] })
    expect(wholeHours({ after: half })).toEqual({
      whole: { start: HOUR, end: last },
      edges: [{ start: half, end: HOUR }],
    })
    expect(wholeHours({ before: HOUR + half })).toEqual({
      whole: { start: first, end: HOUR },
      edges: [{ start: HOUR, end: HOUR + half }],
    })
  })

  it('are empty for a window within an hour, which stays as it is', () => {
    for (const [after, before] of [
      [1, 2],
      [half, HOUR],
      [half, HOUR + half],
      [HOUR, HOUR],
    ] as const)
      expect(wholeHours({ after, before })).toEqual({ whole: null, edges: [{ start: after, end: before }] })
  })

  it('and the rest on either side make up the window, each moment of it once', () => {
    const at = fc.integer({ min: -10 * HOUR, max: 10 * HOUR })
    fc.assert(
      fc.property(at, at, (one, other) => {
        const [after, before] = [Math.min(one, other), Math.max(one, other)]
        const { whole, edges } = wholeHours({ after, before })
        const parts = [...edges, ...(whole ? [whole] : [])].toSorted((a, b) => a.start - b.start || a.end - b.end)
        expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([after, before])
        for (const [index, { start }] of parts.slice(1).entries()) expect(start).toBe(parts[index]?.end)
        if (whole) expect([whole.start % HOUR, whole.end % HOUR].map(Math.abs)).toEqual([0, 0])
        for (const { start, end } of edges) if (whole) expect(end - start).toBeLessThan(HOUR)
      }),
    )
  })
})
