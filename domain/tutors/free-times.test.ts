import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '../availability/purposes.ts'
import { fromIso, hours, minutes, type TimeRange, toIso } from '../cairo.ts'
import type { LessonSlot } from '../lessons/slots.ts'
import { bookableRanges, firstStart, nextTimes, openTimes, startsWithin } from './free-times.ts'
import type { When } from './options.ts'

/** A Wednesday. */
const NOON = fromIso('2026-02-11T12:00:00+02:00')
const range = (from: number, to: number): TimeRange => ({ start: NOON + minutes(from), end: NOON + minutes(to) })
const slot = (from: number, to: number, more: Partial<LessonSlot> = {}): LessonSlot => ({
  ...range(from, to),
  purpose: SlotPurpose.General,
  deleted: false,
  ...more,
})
const minutesOf = (times: readonly number[]) => times.map((at) => (at - NOON) / minutes(1))

describe('bookable ranges', () => {
  it('are the free parts of the slots after the notice, at least 15 minutes long', () => {
    const slots = [slot(300, 330), slot(0, 120), slot(400, 460, { deleted: true })]
    expect(bookableRanges(slots, [range(45, 75), range(300, 320)], NOON, 10)).toEqual([range(15, 45), range(75, 120)])
  })

  it('begin on a quarter hour, and leave out what the clock has passed', () => {
    expect(bookableRanges([slot(0, 60)], [], NOON + minutes(1), 0)).toEqual([range(15, 60)])
    expect(bookableRanges([slot(0, 60)], [], NOON + minutes(46), 0)).toEqual([])
    expect(bookableRanges([slot(0, 60), slot(60, 120)], [], NOON, 45)).toEqual([range(45, 60), range(60, 120)])
  })

  it('leave out slots for interviews', () => {
    expect(bookableRanges([slot(0, 60, { purpose: SlotPurpose.Interview })], [], NOON, 0)).toEqual([])
  })
})

describe('the first start', () => {
  it('lets the whole lesson fit, and begins before the end of the window', () => {
    const ranges = [range(0, 20), range(60, 90)]
    expect(firstStart(ranges, range(0, 600))).toBe(NOON)
    expect(firstStart(ranges, range(0, 600), 30)).toBe(NOON + minutes(60))
    expect(firstStart(ranges, range(1, 600))).toBe(NOON + minutes(60))
    expect(firstStart(ranges, range(1, 60))).toBe(null)
    expect(firstStart(ranges, range(76, 600))).toBe(null)
  })
})

describe('the times of a card', () => {
  it('are three hours apart where there is a choice', () => {
    expect(minutesOf(nextTimes([range(0, 60), range(120, 1000)], range(0, 9999)))).toEqual([0, 180, 360])
    expect(minutesOf(nextTimes([range(0, 60), range(120, 150), range(600, 615)], range(0, 9999)))).toEqual([0, 15, 600])
  })

  it('are fewer where there are fewer, and stay inside the window', () => {
    expect(minutesOf(nextTimes([range(0, 30)], range(0, 9999)))).toEqual([0, 15])
    expect(minutesOf(nextTimes([range(0, 600)], range(0, 16)))).toEqual([0, 15])
    expect(nextTimes([], range(0, 9999))).toEqual([])
  })
})

describe('when a lesson may begin', () => {
  const within = (when: When, now: string) => {
    const { start, end } = startsWithin(when, fromIso(now))
    return [toIso(start), toIso(end)]
  }

  it('is within the hour for now, that minute included', () => {
    expect(within('now', '2026-02-11T12:10:00+02:00')).toEqual(['2026-02-11T10:10:00.000Z', '2026-02-11T11:10:00.001Z'])
  })

  it('ends at midnight for today and this evening', () => {
    expect(within('today', '2026-02-11T12:10:00+02:00')).toEqual([
      '2026-02-11T10:10:00.000Z',
      '2026-02-11T22:00:00.000Z',
    ])
    expect(within('evening', '2026-02-11T12:10:00+02:00')[0]).toBe('2026-02-11T15:00:00.000Z')
    expect(within('evening', '2026-02-11T18:10:00+02:00')).toEqual([
      '2026-02-11T16:10:00.000Z',
      '2026-02-11T22:00:00.000Z',
    ])
  })

  it('is the coming Friday and Saturday for the weekend, or what is left of it', () => {
    const friday = '2026-02-12T22:00:00.000Z'
    const sunday = '2026-02-14T22:00:00.000Z'
    expect(within('weekend', '2026-02-08T12:00:00+02:00')).toEqual([friday, sunday])
    expect(within('weekend', '2026-02-12T23:59:00+02:00')).toEqual([friday, sunday])
    expect(within('weekend', '2026-02-13T09:00:00+02:00')).toEqual(['2026-02-13T07:00:00.000Z', sunday])
    expect(within('weekend', '2026-02-14T09:00:00+02:00')).toEqual(['2026-02-14T07:00:00.000Z', sunday])
  })
})

describe('the times of a profile', () => {
  it('name the longest lesson that fits, each start once', () => {
    expect(openTimes([range(0, 45), range(60, 75)], NOON)).toEqual([
      { start: NOON, longest: 30 },
      { start: NOON + minutes(15), longest: 30 },
      { start: NOON + minutes(30), longest: 15 },
      { start: NOON + minutes(60), longest: 15 },
    ])
    const twice = openTimes([range(0, 15), range(0, 30)], NOON)
    expect(twice).toEqual([
      { start: NOON, longest: 30 },
      { start: NOON + minutes(15), longest: 15 },
    ])
  })

  it('end after the seventh day', () => {
    const times = openTimes([{ start: NOON, end: NOON + hours(24 * 9) }], NOON)
    expect(toIso(times.at(-1)?.start ?? 0)).toBe('2026-02-17T21:45:00.000Z')
  })
})
