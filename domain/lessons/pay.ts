import { hours, type Instant, minutes } from '../cairo.ts'
import { LessonOutcome } from './outcome.ts'

/**
 * What became of the pay of a lesson that is over: credited to the tutor, waiting, refused by a decision, or nothing to pay
 * (docs/rules/money.md 8.2).
 */
export const payStates = ['earned', 'waiting', 'refused', 'none'] as const
export type PayState = (typeof payStates)[number]

/**
 * Why the pay of a lesson was not credited when the lesson was over (docs/rules/lessons.md 10.6); `trial-not-held` also of a plan
 * that cost nothing.
 */
export const waitReasons = ['nobody-attended', 'tutor-absent', 'trial-not-held', 'trial-limit'] as const
export type WaitReason = (typeof waitReasons)[number]

/** A plan was paid for where at least one of so many parts of its price was: a coupon of 99 % costs next to nothing. */
export const PRICE_PARTS = 5

/** What paid for the lesson's minutes: a plan that was paid for, a plan that cost (next to) nothing, or the free trial. */
export type LessonFunding = 'paid' | 'free' | 'trial'

/** The lessons of free trials in a tutor's calendar week that earn without staff (docs/rules/lessons.md 10.6). */
export const TRIALS_PAID_A_WEEK = 3

/** How long after its end a lesson that nobody attended waits for a word: seven days. */
export const SILENCE = hours(7 * 24)

/**
 * How long after its end a lesson waits for its attendance record, which is complete when the session has closed (30
 * minutes) and its last events are written (docs/rules/lessons.md 10.4).
 */
export const RECORD_DELAY = minutes(45)

/** `due`: when the pay is credited if nobody says a word; null where it waits for staff. */
export type LessonPay = { state: 'earned' | 'waiting'; reason: WaitReason | null; due: Instant | null }

type Ended = {
  outcome: LessonOutcome
  /** Whether both were in it at once for long enough (`haveMet`). */
  hasMet: boolean
  funding: LessonFunding
  end: Instant
  /** Lessons of free trials in the tutor's calendar week that have earned without staff. */
  paidTrials: number
  /** Whether a report names the lesson. */
  isDisputed: boolean
}

const earned: LessonPay = { state: 'earned', reason: null, due: null }
const waiting = (reason: WaitReason, due: Instant | null = null): LessonPay => ({ state: 'waiting', reason, due })

/**
 * Whether a paid lesson that is over earns at once, and why not (docs/rules/lessons.md 10.6). A decision of staff replaces
 * the answer.
 */
export function payOf({ outcome, hasMet, funding, end, paidTrials, isDisputed }: Ended): LessonPay {
  if (funding === 'trial') {
    if (outcome !== LessonOutcome.Held || !hasMet) return waiting('trial-not-held')
    return paidTrials < TRIALS_PAID_A_WEEK ? earned : waiting('trial-limit')
  }
  if (outcome === LessonOutcome.TutorAbsent) return waiting('tutor-absent')
  // Whoever has paid nothing loses nothing by staying away: accounts with coupons of 100 % would pay a tutor for waiting.
  if (outcome !== LessonOutcome.NobodyAttended) return funding === 'paid' || hasMet ? earned : waiting('trial-not-held')
  return waiting('nobody-attended', funding === 'paid' && !isDisputed ? end + SILENCE : null)
}
