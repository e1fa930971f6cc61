import { describe, expect, it } from 'vitest'
import { fromIso, minutes } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { timetableOf } from './timetable.ts'

const midnight = fromIso('2026-11-20T22:00:00Z')
const at = (hour: number) => midnight + minutes(hour * 60)
const day = { start: at(0), end: at(24) }
const lesson = (id: number, hour: number): LessonView => ({
  id,
  slotId: 1,
  studentId: 2,
  tutorId: 1,
  canceledBy: null,
  canceledAt: null,
  sessionId: 'lesson:x',
  summary: null,
  outcome: null,
  ...rangeOf({ start: at(hour), duration: 30 }),
  duration: 30,
  other: { id: 2, name: null, image: null, isTutor: false, isMinor: false },
})
type Slots = Parameters<typeof timetableOf>[1]
const read = (slots: Slots, lessons: LessonView[], now = at(0)) =>
  timetableOf(day, slots, lessons, now).map(({ start, end, lesson: booked }) => [
    (start - midnight) / minutes(60),
    (end - midnight) / minutes(60),
    booked?.id ?? 'free',
  ])

describe('the timetable of a day', () => {
  it('shows open hours around the lessons in them', () => {
    expect(read([{ start: at(17), end: at(19) }], [lesson(1, 17.5)])).toEqual([
      [17, 17.5, 'free'],
      [17.5, 18, 1],
      [18, 19, 'free'],
    ])
  })

  it('leaves out what is on another day, and cuts open hours at midnight', () => {
    expect(read([{ start: at(23), end: at(26) }], [lesson(1, 25)])).toEqual([[23, 24, 'free']])
  })

  it('joins slots that touch, and leaves out open hours that are over', () => {
    const slots = [
      { start: at(9), end: at(12) },
      { start: at(12), end: at(14) },
    ]
    expect(read(slots, [lesson(1, 9)], at(10) - 1)).toEqual([
      [9, 9.5, 1],
      [10, 14, 'free'],
    ])
  })

  it('shows a lesson whose slot is gone', () => {
    expect(read([], [lesson(1, 10)])).toEqual([[10, 10.5, 1]])
  })
})
