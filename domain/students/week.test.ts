import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { LessonOutcome } from '../lessons/outcome.ts'
import { isTaken, learningWeek, type StudentsLesson, streakOf } from './week.ts'

const lesson = (iso: string, outcome: LessonOutcome | null = null, duration = 30): StudentsLesson => ({
  start: fromIso(iso),
  duration,
  outcome,
})
/** A Wednesday; its week began on Saturday the 21st. */
const now = fromIso('2026-11-25T10:00:00Z')

describe('a lesson that was taken', () => {
  it('is over, to the millisecond', () => {
    const one = lesson('2026-11-25T09:30:00Z')
    expect(isTaken(one, now)).toBe(true)
    expect(isTaken(one, now - 1)).toBe(false)
  })

  it('is not one that the tutor missed', () => {
    const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
    const taken = [Held, NobodyAttended, TutorAbsent, StudentAbsent].map((outcome) =>
      isTaken(lesson('2026-11-23T10:00:00Z', outcome), now),
    )
    expect(taken).toEqual([true, false, false, true])
  })
})

describe('the week of a student', () => {
  it('counts what was taken and what is to come, by the day in Cairo', () => {
    const week = learningWeek(
      [
        // Friday, half an hour before midnight in Cairo, and Saturday at midnight.
        lesson('2026-11-20T21:30:00Z'),
        lesson('2026-11-20T22:00:00Z'),
        lesson('2026-11-23T10:00:00Z', LessonOutcome.TutorAbsent),
        lesson('2026-11-24T10:00:00Z', null, 15),
        lesson('2026-11-25T09:45:00Z'),
        // The last quarter of an hour of this week, and the first of the next.
        lesson('2026-11-27T21:45:00Z', null, 15),
        lesson('2026-11-27T22:00:00Z'),
      ],
      now,
    )
    expect(week).toMatchObject({ lessons: 2, minutes: 45, start: fromIso('2026-11-20T22:00:00Z') })
    expect(week.end).toBe(fromIso('2026-11-27T22:00:00Z'))
    expect(week.days.map(({ date, taken, coming }) => [date.slice(-2), taken, coming])).toEqual([
      ['21', 1, 0],
      ['22', 0, 0],
      ['23', 0, 0],
      ['24', 1, 0],
      ['25', 0, 1],
      ['26', 0, 0],
      ['27', 0, 1],
    ])
  })
})

it('a lesson that ends now was taken, and is not to come', () => {
  const { days } = learningWeek([lesson('2026-11-25T09:30:00Z')], now)
  expect(days.find(({ date }) => date.endsWith('25'))).toMatchObject({ taken: 1, coming: 0 })
})

describe('the streak', () => {
  it('is the weeks in a row that have a taken lesson', () => {
    const three = [lesson('2026-11-24T10:00:00Z'), lesson('2026-11-18T10:00:00Z'), lesson('2026-11-10T10:00:00Z')]
    expect(streakOf(three, now)).toBe(3)
    expect(streakOf([...three, lesson('2026-11-19T10:00:00Z')], now)).toBe(3)
    expect(streakOf([...three, lesson('2026-10-27T10:00:00Z')], now)).toBe(3)
  })

  it('is not ended by the current week', () => {
    expect(streakOf([lesson('2026-11-18T10:00:00Z'), lesson('2026-11-10T10:00:00Z')], now)).toBe(2)
    expect(streakOf([lesson('2026-11-26T10:00:00Z'), lesson('2026-11-18T10:00:00Z')], now)).toBe(1)
  })

  it('is ended by a week without a lesson', () => {
    expect(streakOf([lesson('2026-11-10T10:00:00Z'), lesson('2026-11-03T10:00:00Z')], now)).toBe(0)
    expect(streakOf([], now)).toBe(0)
  })

  it('continues across a change of the clocks', () => {
    // Egypt's summer time ended on 29 October 2026: that week is an hour longer.
    const weekly = ['2026-11-10', '2026-11-03', '2026-10-27', '2026-10-20'].map((day) => lesson(`${day}T10:00:00Z`))
    expect(streakOf(weekly, fromIso('2026-11-11T10:00:00Z'))).toBe(4)
  })
})
