import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '../availability/purposes.ts'
import { fromIso, isOnQuarter, minutes, QUARTER_MS, quartersOf } from '../cairo.ts'
import { bookableRanges } from '../tutors/free-times.ts'
import { freeRanges, isFree, type LessonSlot, offeredStarts, rangesOfQuarters, withoutOwnLesson } from './slots.ts'

const nearestFreeTime = (...input: Parameters<typeof bookableRanges>) => bookableRanges(...input)[0]?.start ?? null

const at = (time: string) => fromIso(`2026-11-21T${time}:00Z`)
const range = (from: string, to: string) => ({ start: at(from), end: at(to) })
const texts = (instants: readonly number[]) => instants.map((one) => new Date(one).toISOString().slice(11, 16))

const slot = range('10:00', '12:00')
const booked = range('10:30', '11:00')
const longAgo = at('00:00')

describe('the free time of a slot', () => {
  it('is the slot without its busy times, without empty ranges', () => {
    expect(freeRanges(slot, [])).toEqual([slot])
    expect(freeRanges(slot, [booked])).toEqual([range('10:00', '10:30'), range('11:00', '12:00')])
    expect(freeRanges(slot, [range('10:00', '10:30'), booked])).toEqual([range('11:00', '12:00')])
    expect(freeRanges(slot, [range('09:00', '13:00')])).toEqual([])
  })

  it('does not depend on the order of the busy times, nor on busy times outside the slot', () => {
    const busy = [range('11:30', '12:30'), booked, range('08:00', '10:00'), range('12:00', '13:00')]
    expect(freeRanges(slot, busy)).toEqual([range('10:00', '10:30'), range('11:00', '11:30')])
    expect(freeRanges(slot, [range('13:00', '14:00')])).toEqual([slot])
  })

  it('and the busy time fill the slot without overlapping', () => {
    const time = fc.integer({ min: -4, max: 40 })
    const piece = fc.tuple(time, time).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1 }))
    fc.assert(
      fc.property(fc.array(piece), (busy) => {
        const free = freeRanges({ start: 0, end: 32 }, busy)
        for (let now = 0; now < 32; now++) {
          const holds = (one: { start: number; end: number }) => one.start <= now && now < one.end
          expect(free.some(holds)).toBe(!busy.some(holds))
        }
        for (const { start, end } of free) expect([start >= 0, start < end, end <= 32]).toEqual([true, true, true])
      }),
    )
  })
})

describe('a lesson fits', () => {
  it('into a free range, up to its exact start and end', () => {
    const fits = (from: string, to: string) => isFree(slot, [booked], range(from, to))
    expect(fits('10:15', '10:30')).toBe(true)
    expect(fits('10:15', '10:45')).toBe(false)
    expect(fits('11:00', '11:30')).toBe(true)
    expect(fits('10:00', '10:30')).toBe(true)
    expect(fits('11:30', '12:00')).toBe(true)
    expect(fits('11:45', '12:15')).toBe(false)
    expect(fits('09:45', '10:15')).toBe(false)
  })
})

describe('the starts that a slot offers', () => {
  it('are all quarter hours at which the whole lesson is free', () => {
    expect(texts(offeredStarts(slot, [booked], 30, longAgo, 0))).toEqual(['10:00', '11:00', '11:15', '11:30'])
    expect(texts(offeredStarts(slot, [booked], 15, longAgo, 0))).toEqual([
      ...['10:00', '10:15', '11:00', '11:15', '11:30', '11:45'],
    ])
  })

  it('include now when it is a quarter hour, otherwise the next one', () => {
    expect(texts(offeredStarts(slot, [], 30, at('11:15'), 0))).toEqual(['11:15', '11:30'])
    expect(texts(offeredStarts(slot, [], 30, at('11:15') + 1, 0))).toEqual(['11:30'])
    expect(offeredStarts(slot, [], 30, at('11:30') + 1, 0)).toEqual([])
  })

  it('respect the notice exactly', () => {
    expect(texts(offeredStarts(slot, [], 30, at('10:30'), 60))).toEqual(['11:30'])
    expect(offeredStarts(slot, [], 30, at('10:30') + 1, 60)).toEqual([])
  })

  it('are quarter hours even in a free range that does not start on one', () => {
    expect(texts(offeredStarts(range('10:05', '10:50'), [], 30, longAgo, 0))).toEqual(['10:15'])
  })

  it('are always free', () => {
    const quarter = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(fc.array(quarter), fc.constantFrom(15 as const, 30 as const), quarter, (taken, duration, passed) => {
        const busy = rangesOfQuarters(taken)
        const now = passed * QUARTER_MS
        for (const start of offeredStarts({ start: 0, end: 20 * QUARTER_MS }, busy, duration, now, 0)) {
          expect(isOnQuarter(start)).toBe(true)
          expect(start).toBeGreaterThanOrEqual(now)
          expect(quartersOf(start, duration).some((one) => taken.includes(one))).toBe(false)
        }
      }),
    )
  })
})

describe('the nearest free time', () => {
  const lessonSlot = (from: string, to: string, rest: Partial<LessonSlot> = {}): LessonSlot => ({
    ...range(from, to),
    purpose: SlotPurpose.Lesson,
    deleted: false,
    ...rest,
  })

  it('is the earliest start in any slot', () => {
    const slots = [lessonSlot('15:00', '16:00'), lessonSlot('10:00', '11:00')]
    expect(nearestFreeTime(slots, [], longAgo, 0)).toBe(at('10:00'))
    expect(nearestFreeTime(slots, [range('10:00', '10:45')], longAgo, 0)).toBe(at('10:45'))
    expect(nearestFreeTime(slots, [range('10:00', '11:00')], longAgo, 0)).toBe(at('15:00'))
  })

  it('can be in a slot that has started', () => {
    expect(nearestFreeTime([lessonSlot('10:00', '11:00')], [], at('10:20'), 0)).toBe(at('10:30'))
  })

  it('respects the notice', () => {
    expect(nearestFreeTime([lessonSlot('10:00', '11:00')], [], at('10:00'), 45)).toBe(at('10:45'))
    expect(nearestFreeTime([lessonSlot('10:00', '11:00')], [], at('10:00'), 46)).toBeNull()
  })

  it('is never in a deleted slot or in one for another purpose', () => {
    const general = lessonSlot('15:00', '16:00', { purpose: SlotPurpose.General })
    const slots = [
      lessonSlot('10:00', '11:00', { deleted: true }),
      lessonSlot('11:00', '12:00', { purpose: SlotPurpose.Interview }),
      lessonSlot('12:00', '13:00', { purpose: SlotPurpose.DemoSession }),
    ]
    expect(nearestFreeTime([...slots, general], [], longAgo, 0)).toBe(general.start)
    expect(nearestFreeTime(slots, [], longAgo, 0)).toBeNull()
  })
})

describe('busy quarters', () => {
  it('become ranges, adjacent ones merged', () => {
    const quarters = [...quartersOf(at('11:00'), 30), ...quartersOf(at('10:00'), 15), ...quartersOf(at('11:30'), 30)]
    expect(rangesOfQuarters(new Set(quarters))).toEqual([range('10:00', '10:15'), range('11:00', '12:00')])
    expect(rangesOfQuarters([])).toEqual([])
    const spans = rangesOfQuarters([8, 0, 5, 2, 6, 4, 9])
    expect(spans.map(({ start, end }) => `${start / QUARTER_MS}-${end / QUARTER_MS}`)).toEqual([
      ...['0-1', '2-3', '4-7', '8-10'],
    ])
  })

  it('exclude the own lesson, even when it is adjacent to another', () => {
    const own = { start: at('11:30'), duration: 30 }
    expect(withoutOwnLesson([range('11:00', '12:00')], own)).toEqual([range('11:00', '11:30')])
    expect(withoutOwnLesson([{ start: own.start, end: own.start + minutes(30) }], own)).toEqual([])
  })
})
