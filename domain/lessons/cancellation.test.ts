import { describe, expect, it } from 'vitest'
import { fromIso, minutes } from '../cairo.ts'
import { cancelLesson, cancelLessonByStaff, whyNotCancelable, whyNotCancelableByStaff } from './cancellation.ts'
import { TUTOR_GRACE } from './outcome.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const end = fromIso('2026-11-21T10:30:00Z')
const [sara, omar, mona, dina] = [4, 3, 5, 1]
const lesson = { studentId: sara, tutorId: omar, start, duration: 30, canceledBy: null, canceledAt: null }
const returned = (by: number, now: number, tutorCame = false) =>
  cancelLesson(lesson, by, now, tutorCame)?.returnedMinutes

describe('cancelling a lesson', () => {
  it('records who and when', () => {
    expect(cancelLesson(lesson, omar, start, true)).toEqual({
      canceledBy: omar,
      canceledAt: start,
      returnedMinutes: 30,
    })
  })

  it('is allowed to its two members', () => {
    expect([sara, omar, mona].map((actor) => whyNotCancelable(lesson, actor, start, false))).toEqual([
      ...[null, null, 'forbidden'],
    ])
    expect(() => cancelLesson(lesson, mona, start, false)).toThrow('forbidden')
    expect(() => cancelLesson(null, sara, start, false)).toThrow('lesson-not-found')
  })

  it('is possible until its exact end', () => {
    expect([end - 1, end, end + 1].map((now) => whyNotCancelable(lesson, sara, now, false))).toEqual([
      ...[null, null, 'lesson-time-passed'],
    ])
    expect(() => cancelLesson(lesson, omar, end + 1, true)).toThrow('lesson-time-passed')
  })

  it('changes nothing the second time', () => {
    expect(cancelLesson({ ...lesson, canceledBy: omar, canceledAt: start - 5 }, sara, start, true)).toBeNull()
  })

  it('is refused to the student once the lesson has begun and its tutor was there', () => {
    const whyNot = (actor: number, now: number) => whyNotCancelable(lesson, actor, now, true)
    expect([start - 1, start, end].map((now) => whyNot(sara, now))).toEqual([
      ...[null, 'lesson-in-progress', 'lesson-in-progress'],
    ])
    expect([start - 1, start, end].map((now) => whyNot(omar, now))).toEqual([null, null, null])
    expect(() => cancelLesson(lesson, sara, end, true)).toThrow('lesson-in-progress')
  })
})

describe('the minutes', () => {
  it('are returned to a student who cancels before the lesson starts', () => {
    expect(returned(sara, start - 1)).toBe(30)
  })

  it('are not returned when the student cancels after the start, before the tutor is late', () => {
    const late = start + minutes(TUTOR_GRACE)
    expect([start, late - 1].map((now) => returned(sara, now))).toEqual([0, 0])
    expect([late, end].map((now) => returned(sara, now))).toEqual([30, 30])
  })

  it('are returned whenever the tutor cancels', () => {
    expect([start - 1, start, end].map((now) => returned(omar, now, true))).toEqual([30, 30, 30])
  })
})

describe('staff', () => {
  it('cancel a lesson of others until its end, and return all of its minutes', () => {
    const late = { canceledBy: dina, returnedMinutes: 30 }
    for (const now of [start - 1, start, start + 1, end])
      expect(cancelLessonByStaff(lesson, dina, now, false)).toEqual({ ...late, canceledAt: now })
    expect(() => cancelLessonByStaff(lesson, dina, end + 1, false)).toThrow('lesson-time-passed')
    expect(() => cancelLessonByStaff(null, dina, start, false)).toThrow('lesson-not-found')
  })

  it('decide a lesson after its end, once it has begun and its tutor was there', () => {
    expect([start - 1, start, end].map((now) => whyNotCancelableByStaff(lesson, now, true))).toEqual([
      ...[null, 'lesson-in-progress', 'lesson-in-progress'],
    ])
  })

  it('change nothing the second time', () => {
    expect(cancelLessonByStaff({ ...lesson, canceledBy: omar, canceledAt: start - 5 }, dina, start, true)).toBeNull()
  })
})
