import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, minutes } from '../cairo.ts'
import {
  effectsOf,
  haveMet,
  isCutShort,
  LessonOutcome,
  outcomeOf,
  provesTutorAbsent,
  wasInsideDuring,
} from './outcome.ts'

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
const start = fromIso('2026-02-11T10:00:00Z')
const lesson = { start, duration: 30 }
const end = start + minutes(30)
const stay = (from: number, until: number | null) => [
  { start: start + minutes(from), end: until === null ? null : start + minutes(until) },
]

describe('the outcome of a lesson', () => {
  it('is read from who was inside for a fifth of it', () => {
    const outcomes = [
      [stay(0, 6), stay(24, 30)],
      [stay(0, 6), stay(0, 5.99)],
      [stay(-15, 5.99), stay(0, 30)],
      [[], []],
    ].map(([student = [], tutor = []]) => outcomeOf(lesson, { student, tutor }, end))
    expect(outcomes).toEqual([Held, TutorAbsent, StudentAbsent, NobodyAttended])
    expect(outcomeOf({ start, duration: 15 }, { student: stay(0, 3), tutor: stay(12, 15) }, end)).toBe(Held)
  })

  it('gives the minutes back whenever the tutor did not come', () => {
    expect([Held, NobodyAttended, TutorAbsent, StudentAbsent].map(effectsOf)).toEqual([
      { isPaid: true, isCharged: true },
      { isPaid: false, isCharged: false },
      { isPaid: false, isCharged: false },
      { isPaid: true, isCharged: true },
    ])
  })
})

describe('a lesson that was held', () => {
  const isShort = (student: ReturnType<typeof stay>, tutor: ReturnType<typeof stay>, duration = 30) =>
    isCutShort({ start, duration }, { student, tutor })

  it('is cut short where both were in it together for less than half of its time', () => {
    expect([14.99, 15].map((until) => isShort(stay(0, until), stay(0, 30)))).toEqual([true, false])
    expect([7.49, 7.5].map((until) => isShort(stay(0, until), stay(0, 15), 15))).toEqual([true, false])
    expect(isShort([...stay(0, 7), ...stay(10, 17.99)], stay(0, 30))).toBe(true)
    expect(isShort([...stay(0, 7), ...stay(10, 18)], stay(0, 30))).toBe(false)
  })

  it('counts neither what was before nor what was after it, and a stay without an end until its end', () => {
    expect(isShort(stay(-10, 10), stay(-10, 30))).toBe(true)
    expect(isShort(stay(20, 60), stay(0, 60))).toBe(true)
    expect(isShort(stay(15, null), stay(0, null))).toBe(false)
  })

  it('is one that both attended: another went wrong otherwise', () => {
    expect(isShort([], stay(0, 30))).toBe(false)
    expect(isShort(stay(0, 5), stay(25, 30))).toBe(false)
  })
})

describe('the two of a lesson have met', () => {
  const met = (student: ReturnType<typeof stay>, tutor: ReturnType<typeof stay>, duration = 30) =>
    haveMet({ start, duration }, { student, tutor })

  it('who were in it at once for a fifth of it, in pieces too (docs/rules/lessons.md 10.6)', () => {
    expect([5.99, 6].map((until) => met(stay(0, until), stay(0, 30)))).toEqual([false, true])
    expect([2.99, 3].map((until) => met(stay(0, until), stay(0, 15), 15))).toEqual([false, true])
    expect(met([...stay(0, 3), ...stay(10, 13)], stay(-5, null))).toBe(true)
    expect(met(stay(24, null), stay(0, null))).toBe(true)
  })

  it('not at different times, nor before the start or after the end', () => {
    expect(met(stay(0, 15), stay(15, 30))).toBe(false)
    expect(met(stay(-15, 5.99), stay(-15, 30))).toBe(false)
    expect(met(stay(24.01, 60), stay(0, 60))).toBe(false)
    expect(met([], stay(0, 30))).toBe(false)
  })
})

describe('somebody came to a lesson', () => {
  it('who was inside at any moment from its start on, not only before it', () => {
    const came = (times: ReturnType<typeof stay>, at: number) => wasInsideDuring(lesson, times, start + minutes(at))
    expect(came(stay(-2, null), 0)).toBe(true)
    expect(came(stay(-2, 0), 10)).toBe(false)
    expect(came(stay(-2, 0.1), 10)).toBe(true)
    expect(came(stay(9, null), 9)).toBe(true)
    expect(came(stay(10, 11), 9)).toBe(false)
    expect(came(stay(31, null), 40)).toBe(false)
    expect(came([], 10)).toBe(false)
  })
})

describe('the record proves that the tutor did not come', () => {
  const later = end + minutes(45)
  const proves = (student: ReturnType<typeof stay>, tutor: ReturnType<typeof stay> = []) =>
    provesTutorAbsent(lesson, { student, tutor }, later)

  it('when the student waited five minutes of the lesson and left', () => {
    expect(proves(stay(0, 5))).toBe(true)
    expect(proves(stay(0, 4.99))).toBe(false)
    expect(proves(stay(-10, 4.99))).toBe(false)
    expect(proves([...stay(1, 3), ...stay(20, 23)])).toBe(true)
  })

  it('also when the tutor was inside for less than a fifth of the lesson', () => {
    expect(proves(stay(0, 30), stay(-14, -13))).toBe(true)
    expect(proves(stay(0, 30), stay(0, 1 / 60))).toBe(true)
    expect(proves(stay(0, 30), [...stay(0, 3), ...stay(24, 26.99)])).toBe(true)
    expect(proves(stay(0, 30), [...stay(0, 3), ...stay(24, 27)])).toBe(false)
  })

  it('never when it lacks the leaving of either', () => {
    expect(proves(stay(0, null))).toBe(false)
    expect(proves(stay(0, 30), stay(29, null))).toBe(false)
    expect(proves([])).toBe(false)
  })

  it('only of lessons whose attendance shows nothing else', () => {
    const minute = fc.integer({ min: -20, max: 60 })
    const times = fc
      .array(fc.tuple(minute, fc.option(fc.nat(40))), { maxLength: 3 })
      .map((all) =>
        all
          .toSorted(([one], [other]) => one - other)
          .flatMap(([from, length]) => stay(from, length === null ? null : from + length)),
      )
    fc.assert(
      fc.property(times, times, (student, tutor) => {
        const outcome = outcomeOf(lesson, { student, tutor }, later)
        // Five minutes prove an absence, six make the student present.
        return (
          !provesTutorAbsent(lesson, { student, tutor }, later) || outcome === TutorAbsent || outcome === NobodyAttended
        )
      }),
    )
  })
})
