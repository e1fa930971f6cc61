import type { Answer } from '#contract/client'
import type { studentHome } from '#contract/students'
import type { subscriptionOfUser } from '#contract/subscriptions'
import type { User } from '#contract/users'
import type { Instant } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import type { NextStepFacts } from '#domain/students/next-step'
import { isPausedAt, minutesWeekOf } from '#domain/subscriptions/minutes'
import { hasPause } from '#domain/subscriptions/pauses'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { termOf } from '../../shared/plans/renewal.ts'

export type StudentHome = Answer<typeof studentHome>

/** The minutes of the current subscription as the home shows them; `total` and `next` in minutes. */
export type MinutesView = {
  isTrial: boolean
  left: number
  /** Those of them that came from the week before. */
  carried: number
  /** Those of them that were bought in addition. */
  toppedUp: number
  total: number
  /** When the minutes of this week end; null for the free trial, whose minutes wait. */
  until: Instant | null
  /** Until when the plan is paused, or will be; null without a pause. */
  pausedUntil: Instant | null
  /** Whether it is paused now, so that `until` is when the plan goes on. */
  isPaused: boolean
  /** The minutes that the next week brings; 0 in the last week of a plan that none follows. */
  next: number
}

/** Null without a subscription. */
export function minutesView(
  {
    info,
    waiting,
    remainingWeeklyMinutes: left,
    carriedMinutes: carried,
    toppedUpMinutes: toppedUp,
  }: Answer<typeof subscriptionOfUser>,
  now: Instant,
) {
  if (info === null) return null
  const { period, weeklyMinutes: total } = info
  const view = { left, carried, toppedUp, total }
  if (period === PlanPeriod.FreeTrial)
    return { ...view, isTrial: true, until: null, pausedUntil: null, isPaused: false, next: 0 }
  const term = termOf(info)
  const week = minutesWeekOf(term, now)
  const pausedUntil = hasPause(term, now) ? term.pausedUntil : null
  const isPaused = isPausedAt(term, now)
  const until = isPaused ? (pausedUntil ?? week.end) : week.end
  const next = week.end < term.end ? total : (waiting?.weeklyMinutes ?? 0)
  return { ...view, isTrial: false, until, pausedUntil, isPaused, next }
}

type Known = {
  me: Pick<User, 'verifiedPhone'>
  minutes: MinutesView | null
  trial: Answer<typeof subscriptionOfUser>['trial']
  home: StudentHome
  hasUpcoming: boolean
}

/** The facts that decide the next step, from the loaded data. */
export function nextStepFacts({ me, minutes, trial, home, hasUpcoming }: Known): NextStepFacts {
  const hasPlan = minutes !== null && !minutes.isTrial
  // A verified phone that has served another trial would not help again.
  const needsPhone = trial === 'needs-proof' && !me.verifiedPhone
  return {
    hasUpcoming,
    minutesLeft: minutes?.left ?? 0,
    plan: hasPlan ? (minutes.next > 0 ? 'goes-on' : 'last-week') : null,
    trialNeeds: trial === 'needs-email' ? 'email' : needsPhone ? 'phone' : null,
    hasEndedPlan: home.endedPlan !== null,
  }
}

/** A user without a lesson and without a plan is guided step by step to the first lesson of the free trial. */
export const isNewcomer = (home: StudentHome, minutes: MinutesView | null, { hasUpcoming }: NextStepFacts): boolean =>
  home.lessonsTaken === 0 &&
  home.endedPlan === null &&
  !hasUpcoming &&
  (minutes === null || (minutes.isTrial && minutes.left >= SHORTEST_LESSON))
