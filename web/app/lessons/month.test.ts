import { describe, expect, it } from 'vitest'
import { monthLater, weeksOfMonth } from './month.ts'

const edges = (weeks: readonly (readonly string[])[]) => [weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]

describe('a month of weeks', () => {
  it('runs from the Saturday before the first to the Friday after the last', () => {
    expect(edges(weeksOfMonth('2026-11-21'))).toEqual(['2026-10-31', '2026-12-04', 5])
  })

  it('has six weeks when the month needs them, and four when they are enough', () => {
    expect(edges(weeksOfMonth('2026-05-10'))).toEqual(['2026-04-25', '2026-06-05', 6])
    expect(edges(weeksOfMonth('2025-02-10'))).toEqual(['2025-02-01', '2025-02-28', 4])
  })

  it('has days of 23 and 25 hours like any other', () => {
    expect(weeksOfMonth('2026-04-24').flat()).toHaveLength(35)
    expect(weeksOfMonth('2026-10-29').flat()).toHaveLength(42)
  })

  it('leads from one month to the next and back, over a year’s end too', () => {
    expect(monthLater('2026-12-31', 1)).toBe('2027-01-01')
    expect(monthLater('2026-03-31', -1)).toBe('2026-02-01')
  })
})
