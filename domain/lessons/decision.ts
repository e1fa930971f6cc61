import type { Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Piastres } from '../money.ts'
import { rangeOf } from './durations.ts'
import { effectsOf, type LessonOutcome } from './outcome.ts'
import { isCancelled, type Lesson } from './states.ts'

/** A lesson with the effects of its earlier decisions. */
export type DecidedLesson = Pick<Lesson, 'start' | 'duration' | 'canceledAt'> & {
  /** The tutor's pay for the lesson in piastres; 0 for tutor managers, whose lessons are free. */
  price: Piastres
  outcome: LessonOutcome | null
  /** The minutes returned to the student by decisions in force. */
  returnedMinutes: number
  /** The change of the tutor's earnings by decisions in force: 0, or the price as a negative number. */
  earning: Piastres
  /** Whether the lesson's minutes were charged and not returned. */
  isCharged: boolean
  /** Whether the pay was credited; pay that waits is released or refused, and no earning changes. */
  isCredited: boolean
}

/** What a decision changes: minutes given to the student and piastres to the tutor, both negative when taken. */
export type DecisionChanges = { minutes: number; earning: Piastres }

/**
 * A lesson is decided after its end, unless it was cancelled; a decision that is already in force is refused, so that none
 * takes effect twice (docs/rules/lessons.md 8.1).
 */
export function whyNotDecidable(
  lesson: Pick<DecidedLesson, 'start' | 'duration' | 'canceledAt' | 'outcome'>,
  outcome: LessonOutcome,
  now: Instant,
): ErrorCode | null {
  if (isCancelled(lesson) || rangeOf(lesson).end > now) return 'lesson-not-decidable'
  return lesson.outcome === outcome ? 'lesson-already-decided' : null
}

/** The difference between the effects of the outcome and those of the decisions in force. */
export function decisionChanges(
  lesson: Pick<DecidedLesson, 'duration' | 'price' | 'returnedMinutes' | 'earning' | 'isCharged' | 'isCredited'>,
  outcome: LessonOutcome,
): DecisionChanges {
  const { isPaid, isCharged } = effectsOf(outcome)
  const returned = isCharged || !lesson.isCharged ? 0 : lesson.duration
  const earning = isPaid || !lesson.isCredited ? 0 : -lesson.price
  return { minutes: returned - lesson.returnedMinutes, earning: earning - lesson.earning || 0 }
}

const MAX_REASON = 1000

/** A decision needs a reason of at most 1000 characters. */
export const whyNotDecisionReason = (reason: string): ErrorCode | null =>
  reason.length === 0 || reason.length > MAX_REASON ? 'bad-request' : null

/** The lesson's pay is taken back only from what the tutor may still withdraw (docs/rules/lessons.md 8.3). */
export const whyNotTakenBack = (withdrawable: Piastres, { earning }: DecisionChanges): ErrorCode | null =>
  withdrawable + earning < 0 ? 'lesson-pay-withdrawn' : null
