import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromIso, hours } from '../cairo.ts'
import { LessonOutcome } from './outcome.ts'
import { payOf } from './pay.ts'

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
const end = fromIso('2026-02-11T10:30:00Z')
const ended = { outcome: Held, hasMet: true, funding: 'paid', end, paidTrials: 0, isDisputed: false } as const
const earned = { state: 'earned', reason: null, due: null }
const waits = (reason: string, due: number | null = null) => ({ state: 'waiting', reason, due })

it('a lesson of a plan earns when its tutor was there, with the student or, where the plan was paid for, without', () => {
  for (const funding of ['paid', 'free'] as const) expect(payOf({ ...ended, funding })).toEqual(earned)
  expect(payOf({ ...ended, hasMet: false })).toEqual(earned)
  expect(payOf({ ...ended, hasMet: false, funding: 'free' })).toEqual(waits('trial-not-held'))
  expect(payOf({ ...ended, outcome: StudentAbsent, hasMet: false })).toEqual(earned)
  expect(payOf({ ...ended, outcome: StudentAbsent, hasMet: false, funding: 'free' })).toEqual(waits('trial-not-held'))
  expect(payOf({ ...ended, outcome: TutorAbsent })).toEqual(waits('tutor-absent'))
})

it('a lesson that nobody attended earns seven days after its end, of a plan that was paid for and not disputed', () => {
  const lesson = { ...ended, outcome: NobodyAttended }
  expect(payOf(lesson)).toEqual(waits('nobody-attended', end + hours(168)))
  expect(payOf({ ...lesson, isDisputed: true })).toEqual(waits('nobody-attended'))
  expect(payOf({ ...lesson, funding: 'free' })).toEqual(waits('nobody-attended'))
})

it('a lesson of a free trial earns when both were there together, three in a week', () => {
  const trial = { ...ended, funding: 'trial' } as const
  expect([0, 2, 3, 4].map((paidTrials) => payOf({ ...trial, paidTrials }).reason)).toEqual([
    null,
    null,
    'trial-limit',
    'trial-limit',
  ])
  for (const outcome of [NobodyAttended, TutorAbsent, StudentAbsent])
    expect(payOf({ ...trial, outcome, hasMet: false })).toEqual(waits('trial-not-held'))
  expect(payOf({ ...trial, hasMet: false })).toEqual(waits('trial-not-held'))
})

it('a lesson whose tutor was not there never earns by itself, except one of a paid plan that nobody attended', () => {
  fc.assert(
    fc.property(
      fc.record({
        outcome: fc.constantFrom(...Object.values(LessonOutcome)),
        hasMet: fc.boolean(),
        funding: fc.constantFrom('paid' as const, 'free' as const, 'trial' as const),
        end: fc.nat(),
        paidTrials: fc.nat(6),
        isDisputed: fc.boolean(),
      }),
      (lesson) => {
        const { state, reason, due } = payOf(lesson)
        expect(reason === null).toBe(state === 'earned')
        if (state === 'earned') expect([Held, StudentAbsent]).toContain(lesson.outcome)
        if (state === 'earned' && !lesson.hasMet) expect(lesson.funding).toBe('paid')
        if (due === null) return
        expect([lesson.outcome, lesson.funding, lesson.isDisputed]).toEqual([NobodyAttended, 'paid', false])
        expect(due - lesson.end).toBe(hours(168))
      },
    ),
  )
})
