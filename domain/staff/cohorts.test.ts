import { expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { monthsOver, rangeOfMonth, readStay, stayText } from './cohorts.ts'

it('the months that are over are the last twelve before the present one in Cairo', () => {
  expect(monthsOver(fromIso('2026-03-31T21:59:59.999Z')).at(-1)).toBe('2026-02')
  const months = monthsOver(fromIso('2026-03-31T22:00:00Z'))
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
})

it('a month begins and ends at midnight in Cairo, also where the clock changes in it', () => {
  expect(rangeOfMonth('2026-04')).toEqual({
    start: fromIso('2026-03-31T22:00:00Z'),
    end: fromIso('2026-04-30T21:00:00Z'),
  })
  expect(() => rangeOfMonth('2026-13')).toThrow('No month')
})

it('a state at the end of a month is read from its text, and from no other', () => {
  expect(readStay(stayText('paused', '2026-05'))).toEqual({ stay: 'paused', month: '2026-05' })
  for (const text of ['', 'kept', 'kept-', 'kept-2026-13', 'kept-2026-05-01', 'stayed-2026-05', '2026-05'])
    expect(readStay(text), text).toBeNull()
})
