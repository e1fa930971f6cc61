import { describe, expect, it } from 'vitest'
import { type OfferedTime, timesOn } from '../../../shared/tutors/offered-times.ts'
import { groupByPart, partOfDay } from './parts-of-day.ts'

const cairo = (text: string) => Date.parse(`2026-11-${text}:00+02:00`)
const time = (text: string): OfferedTime => ({ slotId: 1, start: cairo(text), end: cairo(text) + 1_800_000 })

describe('the parts of a day', () => {
  it('turn at noon and at six', () => {
    expect(partOfDay(cairo('22T11:45'))).toBe('morning')
    expect(partOfDay(cairo('22T12:00'))).toBe('afternoon')
    expect(partOfDay(cairo('22T17:45'))).toBe('afternoon')
    expect(partOfDay(cairo('22T18:00'))).toBe('evening')
  })

  it('leave out the part that has no time', () => {
    const groups = groupByPart([time('22T09:00'), time('22T09:30'), time('22T20:00')])
    expect(groups.map(({ part, times }) => `${part} ${times.length}`)).toEqual(['morning 2', 'evening 1'])
  })

  it('are those of the Cairo day', () => {
    const late = { slotId: 1, start: Date.parse('2026-11-22T22:30:00Z'), end: Date.parse('2026-11-22T23:00:00Z') }
    expect(timesOn([late], '2026-11-23')).toEqual([late])
  })
})
