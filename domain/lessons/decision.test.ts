import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutes } from '../cairo.ts'
import { decisionChanges, whyNotDecidable, whyNotDecisionReason, whyNotTakenBack } from './decision.ts'
import { LessonOutcome } from './outcome.ts'

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
const START = Date.parse('2026-02-11T10:00:00Z')
const lesson = {
  start: START,
  duration: 30,
  canceledAt: null,
  price: 7_500,
  outcome: null,
  returnedMinutes: 0,
  earning: 0,
  isCharged: true,
  isCredited: true,
}

describe('a decision about a lesson', () => {
  it('is taken after the end, of a lesson that was not cancelled, and not twice the same', () => {
    const end = START + minutes(30)
    expect(whyNotDecidable(lesson, TutorAbsent, end - 1)).toBe('lesson-not-decidable')
    expect(whyNotDecidable(lesson, TutorAbsent, end)).toBeNull()
    expect(whyNotDecidable({ ...lesson, canceledAt: START }, Held, end)).toBe('lesson-not-decidable')
    expect(whyNotDecidable({ ...lesson, outcome: Held }, Held, end)).toBe('lesson-already-decided')
    expect(whyNotDecidable({ ...lesson, outcome: Held }, TutorAbsent, end)).toBeNull()
  })

  it('gives the minutes back whenever the tutor did not come', () => {
    expect(decisionChanges(lesson, Held)).toEqual({ minutes: 0, earning: 0 })
    expect(decisionChanges(lesson, StudentAbsent)).toEqual({ minutes: 0, earning: 0 })
    expect(decisionChanges(lesson, NobodyAttended)).toEqual({ minutes: 30, earning: -7_500 })
    expect(decisionChanges(lesson, TutorAbsent)).toEqual({ minutes: 30, earning: -7_500 })
  })

  it('returns no minutes that were not spent, and takes no pay that was not earned', () => {
    expect(decisionChanges({ ...lesson, isCharged: false }, TutorAbsent).minutes).toBe(0)
    expect(decisionChanges({ ...lesson, price: 0 }, TutorAbsent).earning).toBe(0)
    expect(decisionChanges({ ...lesson, isCredited: false }, TutorAbsent).earning).toBe(0)
    expect(whyNotTakenBack(7_499, { minutes: 0, earning: -7_500 })).toBe('lesson-pay-withdrawn')
    expect(whyNotTakenBack(7_500, { minutes: 0, earning: -7_500 })).toBeNull()
  })

  it('has the same effect after any decisions before it', () => {
    const outcome = fc.constantFrom(Held, NobodyAttended, TutorAbsent, StudentAbsent)
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1 }), (outcomes) => {
        let state = lesson
        for (const one of outcomes) {
          const changes = decisionChanges(state, one)
          state = {
            ...state,
            returnedMinutes: state.returnedMinutes + changes.minutes,
            earning: state.earning + changes.earning,
          }
        }
        const alone = decisionChanges(lesson, outcomes.at(-1) ?? Held)
        expect([state.returnedMinutes, state.earning]).toEqual([alone.minutes, alone.earning])
      }),
    )
  })

  it('needs a reason of up to 1000 characters', () => {
    expect(whyNotDecisionReason('')).toBe('bad-request')
    expect(whyNotDecisionReason('x'.repeat(1000))).toBeNull()
    expect(whyNotDecisionReason('x'.repeat(1001))).toBe('bad-request')
  })
})
