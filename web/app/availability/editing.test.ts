import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '#domain/availability/purposes'
import { fromIso, type Instant, instantAtMinute, instantsAt, type LocalDay, startOfDay } from '#domain/cairo'
import type { ShownSlot } from './draft.ts'
import { formAt, formOf, freePoint, lengthsOf, problemOf, rangeAt, startingAt, valuesOf, withRow } from './editing.ts'

const monday: LocalDay = '2026-11-23'
const tuesday: LocalDay = '2026-11-24'
const now = fromIso('2026-11-23T08:07:00Z')
const at = (hour: number, day = monday) => instantAtMinute(day, hour * 60)
const range = (from: number, to: number, day = monday) => ({ start: at(from, day), end: at(to, day) })
const form = (days: LocalDay[], ...rows: [number, number][]) => ({
  days,
  rows: rows.map(([from, to], index) => ({ id: index + 1, from: from * 60, to: to * 60 })),
  purpose: SlotPurpose.Lesson,
})
const savedSlot = (start: Instant, end: Instant): ShownSlot => ({
  start,
  end,
  purpose: SlotPurpose.General,
  key: 'slot-1',
  id: 1,
  state: 'saved',
})
const problems = (of: ReturnType<typeof form>, others: { start: number; end: number }[] = []) =>
  of.rows.map((row) => problemOf(row, of, others, now)?.problem ?? null)

describe('opening hours in the dialog', () => {
  it('begins where one pressed, but not in the past', () => {
    expect(formAt({ day: tuesday, minute: 609 }, now, SlotPurpose.Lesson).rows).toEqual([{ id: 1, from: 600, to: 660 }])
    expect(formAt({ day: monday, minute: 0 }, now, SlotPurpose.Lesson).rows).toEqual([{ id: 1, from: 615, to: 675 }])
  })

  it('offers the first free hour: this evening, a later one, then a morning', () => {
    const evening = 17 * 60
    expect(freePoint([monday, tuesday], evening, [], now)).toEqual({ day: monday, minute: evening })
    expect(freePoint([monday, tuesday], evening, [range(16, 19)], now)).toEqual({ day: monday, minute: 19 * 60 })
    expect(freePoint([monday, tuesday], evening, [range(16, 24)], now)).toEqual({ day: tuesday, minute: evening })
    expect(freePoint([monday], evening, [range(16, 24)], now)).toEqual({ day: monday, minute: 615 })
    expect(freePoint([monday], evening, [range(0, 24)], now)).toBeNull()
  })

  it('opens every row on every day', () => {
    expect(valuesOf(form([monday, tuesday], [17, 19], [20, 21]))).toHaveLength(4)
  })

  it('ends at midnight, and an end after midnight is kept', () => {
    expect(rangeAt(monday, { id: 1, from: 1380, to: 1440 }).end).toBe(startOfDay(tuesday))
    const { rows } = formOf(savedSlot(at(23), at(1, tuesday)))
    expect(rows).toMatchObject([{ id: 1, from: 1380, to: 1500 }])
    expect(rows[0] && rangeAt(monday, rows[0]).end).toBe(at(1, tuesday))
  })

  it('keeps the length when the start moves, as far as the day goes', () => {
    expect(startingAt({ id: 1, from: 600, to: 720 }, 660)).toEqual({ id: 1, from: 660, to: 780 })
    expect(startingAt({ id: 1, from: 600, to: 720 }, 1400)).toEqual({ id: 1, from: 1400, to: 1440 })
  })

  it('names what is in the way: another slot, another row, the past', () => {
    expect(problems(form([monday], [17, 19]), [range(18, 20)])).toEqual(['conflict'])
    expect(problems(form([monday], [17, 19]), [range(19, 20)])).toEqual([null])
    expect(problems(form([monday], [17, 19], [18, 20]))).toEqual([null, 'conflict'])
    expect(problems(form([monday], [9, 12]))).toEqual(['past'])
  })

  it('names an hour that the clock jumps over', () => {
    expect(problems(form(['2027-04-30'], [0, 2]))).toEqual(['missing'])
  })

  it('lasts as long as the day’s clocks let it', () => {
    const evening = { id: 1, from: 21 * 60, to: 24 * 60 }
    expect(lengthsOf(evening, [monday, tuesday])).toEqual([180])
    expect(lengthsOf(evening, ['2027-10-27', '2027-10-28'])).toEqual([180, 240])
    expect(lengthsOf({ id: 1, from: 0, to: 180 }, ['2027-04-30'])).toEqual([120])
    expect(lengthsOf(evening, [])).toEqual([180])
  })

  it('is open the whole day of 25 hours', () => {
    expect(problems(form(['2027-10-28'], [0, 24]))).toEqual([null])
  })

  it('leaves an edge that nobody touched where it was, also in the second 23:00', () => {
    const day: LocalDay = '2027-10-28'
    const [, second = 0] = instantsAt(day, 23, 0)
    const late = savedSlot(second, second + 1_800_000)
    const edited = formOf(late)
    expect(valuesOf({ ...edited, purpose: SlotPurpose.Lesson })).toMatchObject([{ start: second, end: late.end }])
    const earlier = edited.rows.map((row) => ({ ...row, from: 22 * 60 }))
    expect(valuesOf({ ...edited, rows: earlier })).toMatchObject([{ start: at(22, day), end: late.end }])
    const other = { ...edited, days: ['2027-10-29' as LocalDay] }
    expect(valuesOf(other)).toMatchObject([{ start: at(23, '2027-10-29') }])
  })

  it('adds a row after the last', () => {
    expect(withRow(form([monday], [17, 19])).rows.at(-1)).toEqual({ id: 2, from: 1200, to: 1260 })
  })
})
