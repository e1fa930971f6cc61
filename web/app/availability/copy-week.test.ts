import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '#domain/availability/purposes'
import { fromIso, instantsAt, type LocalDay } from '#domain/cairo'
import { copiesOfDay, copiesOfWeek, copyTargets } from './copy-week.ts'
import type { ShownSlot } from './draft.ts'

const at = (day: LocalDay, hour: number) => instantsAt(day, hour, 0)[0] ?? 0
const slot = (day: LocalDay, from: number, to: number): ShownSlot => ({
  start: at(day, from),
  end: at(day, to),
  purpose: SlotPurpose.Lesson,
  key: `${day}-${from}`,
  id: 1,
  state: 'saved',
})
const now = fromIso('2026-11-21T06:00:00Z')

describe('copying a week', () => {
  it('repeats every slot of the week at the same time of each week after it', () => {
    const copies = copiesOfWeek([slot('2026-11-23', 17, 21)], '2026-11-21', 2, now)
    expect(copies).toEqual([
      { slot: { start: at('2026-11-30', 17), end: at('2026-11-30', 21), purpose: SlotPurpose.Lesson }, skip: null },
      { slot: { start: at('2026-12-07', 17), end: at('2026-12-07', 21), purpose: SlotPurpose.Lesson }, skip: null },
    ])
  })

  it('leaves slots of other weeks alone', () => {
    expect(copiesOfWeek([slot('2026-11-28', 17, 21)], '2026-11-21', 1, now)).toEqual([])
  })

  it('skips what is in the way of another slot, and copies the rest', () => {
    const slots = [slot('2026-11-23', 17, 21), slot('2026-11-24', 17, 21), slot('2026-11-30', 20, 22)]
    expect(copiesOfWeek(slots, '2026-11-21', 1, now).map(({ skip }) => skip)).toEqual(['conflict', null])
  })

  it('may touch another slot', () => {
    const slots = [slot('2026-11-23', 17, 21), slot('2026-11-30', 21, 22)]
    expect(copiesOfWeek(slots, '2026-11-21', 1, now).map(({ skip }) => skip)).toEqual([null])
  })

  it('skips what would lie in the past', () => {
    expect(copiesOfWeek([slot('2026-11-09', 17, 21)], '2026-11-07', 1, now).map(({ skip }) => skip)).toEqual(['past'])
  })

  it('keeps the hour on the wall when the clocks go back in between', () => {
    const [copy] = copiesOfWeek([slot('2026-10-28', 17, 21)], '2026-10-24', 1, fromIso('2026-10-01T00:00:00Z'))
    expect(copy?.slot.start).toBe(at('2026-11-04', 17))
  })

  it('keeps a whole day whole on the day of 25 hours', () => {
    const day = { ...slot('2027-10-21', 0, 1), end: at('2027-10-22', 0) }
    const [copy] = copiesOfWeek([day], '2027-10-16', 1, fromIso('2027-10-01T00:00:00Z'))
    expect(copy).toMatchObject({ slot: { start: at('2027-10-28', 0), end: at('2027-10-29', 0) }, skip: null })
  })

  it('skips what would end before it begins without the hour that comes twice', () => {
    const [first = 0, second = 0] = instantsAt('2027-10-28', 23, 0)
    const astride = { ...slot('2027-10-28', 22, 23), start: first + 1_800_000, end: second }
    expect(copiesOfWeek([astride], '2027-10-23', 1, fromIso('2027-10-01T00:00:00Z'))[0]?.skip).toBe('missing')
  })

  it('skips a start that the clock jumps over', () => {
    const [copy] = copiesOfWeek([slot('2026-04-17', 0, 2)], '2026-04-11', 1, fromIso('2026-04-01T00:00:00Z'))
    expect(copy?.skip).toBe('missing')
  })
})

describe('copying a day', () => {
  it('repeats its slots on other days, before and after it', () => {
    const slots = [slot('2026-11-23', 17, 21), slot('2026-11-25', 9, 10)]
    const copies = copiesOfDay(slots, '2026-11-23', ['2026-11-22', '2026-11-25'], now)
    expect(copies.map((copy) => [copy.slot.start, copy.skip])).toEqual([
      [at('2026-11-22', 17), null],
      [at('2026-11-25', 17), null],
    ])
  })

  it('offers the days of the week that are left, and the same weekday of four weeks', () => {
    const week: LocalDay[] = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    expect(copyTargets('2026-11-23', week, '2026-11-22')).toEqual({
      near: ['2026-11-22', '2026-11-24'],
      later: ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'],
    })
  })
})
