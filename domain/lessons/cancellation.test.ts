import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { cancelLesson, whyNotCancelable } from './cancellation.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const end = fromIso('2026-11-21T10:30:00Z')
const [sara, omar, mona] = [4, 3, 5]
const lesson = { studentId: sara, tutorId: omar, start, duration: 30, canceledBy: null, canceledAt: null }
const returned = (by: number, now: number) => cancelLesson(lesson, by, now)?.returnedMinutes

describe('cancelling a lesson', () => {
  it('records who and when', () => {
    expect(cancelLesson(lesson, omar, start)).toEqual({ canceledBy: omar, canceledAt: start, returnedMinutes: 30 })
  })

  it('is allowed to its two members', () => {
    expect([sara, omar, mona].map((actor) => whyNotCancelable(lesson, actor, start))).toEqual([
      ...[null, null, 'forbidden'],
    ])
    expect(() => cancelLesson(lesson, mona, start)).toThrow('forbidden')
    expect(() => cancelLesson(null, sara, start)).toThrow('lesson-not-found')
  })

  it('is possible until its exact end', () => {
    expect([end - 1, end, end + 1].map((now) => whyNotCancelable(lesson, sara, now))).toEqual([
      ...[null, null, 'lesson-time-passed'],
    ])
    expect(() => cancelLesson(lesson, omar, end + 1)).toThrow('lesson-time-passed')
  })

  it('changes nothing the second time', () => {
    expect(cancelLesson({ ...lesson, canceledBy: omar, canceledAt: start - 5 }, sara, start)).toBeNull()
  })
})

describe('the minutes', () => {
  it('are returned to a student who cancels before the lesson starts', () => {
    expect(returned(sara, start - 1)).toBe(30)
  })

  it('are not returned when the student cancels after the start', () => {
    expect([start, end].map((now) => returned(sara, now))).toEqual([0, 0])
  })

  it('are returned whenever the tutor cancels', () => {
    expect([start - 1, start, end].map((now) => returned(omar, now))).toEqual([30, 30, 30])
  })
})
