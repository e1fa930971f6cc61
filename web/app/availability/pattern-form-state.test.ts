import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '#domain/availability/purposes'
import { instantAtMinute, isLocalDay, type LocalDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import {
  type PatternRow,
  ramadanRows,
  rangesOf,
  rangesOfSlots,
  rowProblem,
  rowsOf,
  seasonOf,
  withPatternRow,
} from './pattern-form-state.ts'

const { Lesson } = SlotPurpose
const hour = 60
const row = (id: number, weekdays: number[], from: number, to: number): PatternRow => ({
  id,
  weekdays,
  from: from * hour,
  to: to * hour,
  purpose: Lesson,
})
const slot = (day: LocalDay, from: number, to: number) => ({
  start: instantAtMinute(day, from * hour),
  end: instantAtMinute(day, to * hour),
  purpose: Lesson,
})

describe('the rows of a week that repeats', () => {
  it('hold the days with the same time, and give them back', () => {
    const rows = [row(1, [0, 1, 2], 17, 21), row(2, [5], 14, 18)]
    expect(rowsOf(rangesOf(rows))).toEqual(rows)
  })

  it('are proposed from what is open, touching slots as one', () => {
    const slots = [
      slot('2026-11-23', 8, 11),
      slot('2026-11-23', 11, 14),
      slot('2026-11-24', 22, 25),
      slot('2026-11-25', 22, 24),
    ]
    expect(rowsOf(rangesOfSlots(slots))).toEqual([row(1, [1], 8, 14), row(2, [2], 22, 25), row(3, [3], 22, 24)])
  })

  it('say what is wrong: no day, or a time that another row of the day has', () => {
    const rows = [row(1, [0, 1], 17, 21), row(2, [1], 20, 22), row(3, [], 10, 11), row(4, [2], 20, 22)]
    expect(rows.map((one) => rowProblem(one, rows.slice(0, 4), Role.Tutor))).toEqual([
      null,
      'conflict',
      'noDay',
      'conflict',
    ])
    const apart = [row(1, [0, 1], 17, 21), row(2, [1], 21, 22)]
    expect(apart.map((one) => rowProblem(one, apart, Role.Tutor))).toEqual([null, null])
  })

  it('are the nights of the same days in Ramadan', () => {
    expect(ramadanRows([row(1, [5, 0], 17, 21)], Lesson)).toEqual([row(1, [0, 5], 21, 25)])
    expect(ramadanRows([], Lesson)[0]?.weekdays).toHaveLength(7)
  })

  it('begin empty of days, and a season needs both its days', () => {
    expect(withPatternRow([row(3, [0], 17, 21)], Lesson).at(-1)).toMatchObject({ id: 4, weekdays: [] })
    const season = { from: '2027-02-08', to: '', rows: [row(1, [0], 21, 25)] }
    expect(seasonOf(season, isLocalDay)).toBeNull()
    expect(seasonOf({ ...season, to: '2027-03-08' }, isLocalDay)).toMatchObject({ to: '2027-03-08' })
  })
})
