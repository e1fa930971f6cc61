import { describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, plusDays } from '#domain/cairo'
import { DEFAULT_ALLOWANCE } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { isNewcomer, minutesView, nextStepFacts, type StudentHome } from './student-home.ts'

const now = fromIso('2026-11-25T10:00:00Z')
/** Four weeks that began on a Monday at noon. */
const month = (daysAgo: number) => {
  const start = plusDays(fromIso('2026-11-23T10:00:00Z'), -daysAgo)
  return {
    id: 1,
    userId: 2,
    planId: 3,
    txId: 4,
    period: PlanPeriod.Month,
    weeklyMinutes: 120,
    ...DEFAULT_ALLOWANCE,
    carriesOver: true,
    standingTimes: true,
    pausable: true,
    pausedFrom: null,
    pausedUntil: null,
    start: new Date(start).toISOString(),
    end: new Date(plusDays(start, 28)).toISOString(),
    extendedBy: null,
    nextPlanId: null,
    periodPrice: null,
    nextPeriod: null,
    terminatedAt: null,
    terminatedBy: null,
    createdAt: new Date(start).toISOString(),
    updatedAt: new Date(start).toISOString(),
  }
}
const answer = (info: Subscription | null, left: number, carriedMinutes = 0) => ({
  info,
  waiting: null,
  remainingWeeklyMinutes: left,
  carriedMinutes,
  toppedUpMinutes: 0,
  weeks: [],
  trial: 'given' as const,
})
const free = { ...month(0), planId: null, txId: null, period: PlanPeriod.FreeTrial, weeklyMinutes: 60 }
const nothing: StudentHome = {
  week: { start: '2026-11-20T22:00:00Z', end: '2026-11-27T22:00:00Z', lessons: 0, minutes: 0, days: [] },
  goal: null,
  streak: 0,
  lessonsTaken: 0,
  endedPlan: null,
}
const facts = (minutes: ReturnType<typeof minutesView>, known: Partial<Parameters<typeof nextStepFacts>[0]> = {}) =>
  nextStepFacts({
    me: { verifiedPhone: false },
    minutes,
    trial: 'given',
    home: nothing,
    hasUpcoming: false,
    ...known,
  })

describe('the minutes of a home', () => {
  it('last until the week turns at five, and the next week brings as many', () => {
    const until = fromIso('2026-11-30T03:00:00Z')
    expect(minutesView(answer(month(0), 45), now)).toEqual({
      isTrial: false,
      left: 45,
      carried: 0,
      toppedUp: 0,
      total: 120,
      until,
      pausedUntil: null,
      isPaused: false,
      next: 120,
    })
  })

  it('say which of them came from the week before', () => {
    expect(minutesView(answer(month(0), 150, 30), now)).toMatchObject({ left: 150, carried: 30, total: 120 })
  })

  it('are followed by none in the last week of a plan', () => {
    const view = minutesView(answer(month(21), 0), now)
    expect(view).toMatchObject({ until: fromIso('2026-11-30T10:00:00Z'), next: 0 })
    expect(facts(view).plan).toBe('last-week')
    expect(facts(minutesView(answer(month(0), 0), now)).plan).toBe('goes-on')
  })

  it('are none while the plan is paused, until it goes on', () => {
    const [from, until] = [fromIso('2026-11-23T03:00:00Z'), fromIso('2026-12-07T03:00:00Z')]
    const paused = { ...month(7), pausedFrom: new Date(from).toISOString(), pausedUntil: new Date(until).toISOString() }
    expect(minutesView(answer(paused, 0), now)).toMatchObject({ until, pausedUntil: until, isPaused: true })
    const before = minutesView(answer(paused, 60), plusDays(now, -7))
    expect(before).toMatchObject({ until: from, pausedUntil: until, isPaused: false })
    expect(minutesView(answer(paused, 60), until)).toMatchObject({ pausedUntil: null, isPaused: false })
  })

  it('wait in the free trial, which is no plan', () => {
    const view = minutesView(answer(free, 60), now)
    expect(view).toMatchObject({ isTrial: true, left: 60, total: 60, until: null, pausedUntil: null, next: 0 })
    expect(facts(view)).toMatchObject({ plan: null, minutesLeft: 60 })
  })
})

describe('the condition of the trial', () => {
  it('is the e-mail, or a phone that is not verified yet', () => {
    expect(facts(null, { trial: 'needs-email' }).trialNeeds).toBe('email')
    expect(facts(null, { trial: 'needs-proof' }).trialNeeds).toBe('phone')
    expect(facts(null, { trial: 'needs-proof', me: { verifiedPhone: true } }).trialNeeds).toBeNull()
    expect(facts(null).trialNeeds).toBeNull()
  })
})

describe('a newcomer', () => {
  const isNew = (minutes: ReturnType<typeof minutesView>, home = nothing, hasUpcoming = false) =>
    isNewcomer(home, minutes, facts(minutes, { home, hasUpcoming }))

  it('has neither taken nor booked a lesson, nor bought a plan', () => {
    expect(isNew(null)).toBe(true)
    expect(isNew(minutesView(answer(free, 60), now))).toBe(true)
    expect(isNew(null, { ...nothing, lessonsTaken: 1 })).toBe(false)
    expect(isNew(null, nothing, true)).toBe(false)
    expect(isNew(minutesView(answer(month(0), 120), now))).toBe(false)
    expect(
      isNew(null, { ...nothing, endedPlan: { planId: 1, period: 0, weeklyMinutes: 60, end: nothing.week.end } }),
    ).toBe(false)
  })

  it('is none whose free hour is spent', () => {
    expect(isNew(minutesView(answer(free, 0), now))).toBe(false)
  })
})
