import { describe, expect, it } from 'vitest'
import { daysBetween, easterOf, weekdayOf } from '../cairo.ts'
import { holidayOn, holidaysFrom, ramadanFrom } from './egypt-days.ts'

describe('the holidays of Egypt', () => {
  it('have their days in 2026 and 2027', () => {
    expect(holidaysFrom('2026-11-22', 260).map(({ name, days }) => [name, days[0], days.length])).toEqual([
      ['copticChristmas', '2027-01-07', 1],
      ['january25', '2027-01-25', 1],
      ['eidFitr', '2027-03-09', 3],
      ['sinai', '2027-04-25', 1],
      ['labour', '2027-05-01', 1],
      ['shamElNessim', '2027-05-03', 1],
      ['arafa', '2027-05-15', 1],
      ['eidAdha', '2027-05-16', 4],
      ['hijriYear', '2027-06-06', 1],
      ['june30', '2027-06-30', 1],
      ['july23', '2027-07-23', 1],
    ])
    expect(holidayOn('2026-04-13')).toBe('shamElNessim')
    expect(holidayOn('2026-04-14')).toBeNull()
    expect([1, 2].map((count) => holidaysFrom('2026-04-12', count).length)).toEqual([0, 1])
  })

  it('follow the Easter of Egypt’s churches, always a Sunday', () => {
    expect([2014, 2024, 2025, 2026, 2027, 2028, 2033].map(easterOf)).toEqual([
      '2014-04-20',
      '2024-05-05',
      '2025-04-20',
      '2026-04-12',
      '2027-05-02',
      '2028-04-16',
      '2033-04-24',
    ])
    for (let year = 1900; year < 2100; year++) expect(weekdayOf(easterOf(year))).toBe(0)
  })

  it('follow a Ramadan of 29 or 30 days, which is the current one until it ends', () => {
    expect(ramadanFrom('2026-11-22')).toEqual({ from: '2027-02-08', to: '2027-03-08' })
    expect(ramadanFrom('2027-03-08')).toEqual({ from: '2027-02-08', to: '2027-03-08' })
    expect(ramadanFrom('2027-03-09').from).toBe('2028-01-28')
    for (let year = 2026; year < 2040; year++) {
      const { from, to } = ramadanFrom(`${year}-06-01`)
      expect([29, 30]).toContain(daysBetween(from, to) + 1)
    }
  })
})
