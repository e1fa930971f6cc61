import { describe, expect, it } from 'vitest'
import { groupsOf, homeSearch, rangeOf } from './figure-range.ts'

const TODAY = '2026-03-11'

describe('the range of the figures', () => {
  it('is the last 30 days unless the address names another', () => {
    expect(rangeOf({}, TODAY)).toEqual({ from: '2026-02-10', to: TODAY })
    expect(rangeOf({ range: 'days7' }, TODAY)).toEqual({ from: '2026-03-05', to: TODAY })
    expect(rangeOf({ range: 'days90' }, TODAY)).toEqual({ from: '2025-12-12', to: TODAY })
    expect(rangeOf({ range: 'month' }, TODAY)).toEqual({ from: '2026-03-01', to: TODAY })
    expect(rangeOf({ range: 'lastMonth' }, TODAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(rangeOf({ range: 'custom', from: '2026-01-02', to: '2026-01-03' }, TODAY)).toEqual({
      from: '2026-01-02',
      to: '2026-01-03',
    })
    expect(rangeOf({ range: 'custom', from: '2026-01-02' }, TODAY)).toEqual({ from: '2026-02-10', to: TODAY })
  })

  it('is the last 30 days where those of the address have no figures', () => {
    const last = rangeOf({}, TODAY)
    expect(rangeOf({ range: 'custom', from: '2026-03-03', to: '2026-03-02' }, TODAY)).toEqual(last)
    expect(rangeOf({ range: 'custom', from: '2026-03-03', to: '2026-03-12' }, TODAY)).toEqual(last)
    expect(rangeOf({ range: 'custom', from: '2025-01-01', to: TODAY }, TODAY)).toEqual(last)
  })

  it('ignores what it does not know in an address', () => {
    expect(homeSearch({ range: 'year', from: '2026-02-30' } as never)).toEqual({})
  })

  it('is drawn by days, and by weeks when it is long', () => {
    const days = (count: number) => Array.from({ length: count }, (_, index) => index)
    expect(groupsOf(days(92))).toHaveLength(92)
    expect(groupsOf(days(93)).map((group) => group.length)).toEqual([...Array(13).fill(7), 2])
  })
})
