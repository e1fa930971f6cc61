import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { freeDays, mergeRanges } from './free-ranges.ts'

const cairo = (text: string) => Date.parse(`2026-11-${text}:00+02:00`)
const quarter = (text: string) => ({ start: cairo(text), end: cairo(text) + minutes(15) })

describe('the free time of the coming days', () => {
  it('is told in stretches', () => {
    const times = ['22T09:00', '22T09:15', '22T09:30', '22T14:00'].map(quarter)
    expect(mergeRanges(times)).toEqual([
      { start: cairo('22T09:00'), end: cairo('22T09:45') },
      { start: cairo('22T14:00'), end: cairo('22T14:15') },
    ])
  })

  it('begins today and names the days without any', () => {
    const days = freeDays([quarter('22T09:00')], cairo('21T10:00'), 3)
    expect(days.map(({ day, ranges }) => [day, ranges.length])).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 1],
      ['2026-11-23', 0],
    ])
  })
})
