import { hours, type Instant } from '../cairo.ts'

/** Why a student may be about to leave (docs/rules/staff.md 13.1). */
export const riskReasons = ['idle', 'missed', 'rating'] as const
export type RiskReason = (typeof riskReasons)[number]

/** How long without a lesson makes a student idle: ten days. */
export const IDLE_AFTER = hours(10 * 24)
/** How many lessons in a row a student misses before it counts. */
export const MISSED_IN_A_ROW = 2
/** The best rating that counts as a low one. */
export const LOW_RATING = 2
/** How long missed lessons and a low rating count: thirty days. */
export const RISK_REMEMBERED = hours(30 * 24)

/** What is known of a student, for `risksOf`. */
export type RiskFacts = {
  /** The start of the current plan; null without one. The free trial is none. */
  planSince: Instant | null
  /** Minutes left of the current week. */
  remainingMinutes: number
  /** The end of the last lesson that was not cancelled, which may be to come; null without any. */
  lastLessonEnd: Instant | null
  /** The lessons that are over and were not cancelled, the latest first; the first two suffice. */
  latest: readonly { end: Instant; isMissed: boolean }[]
  /** When the student last gave a rating of `LOW_RATING` or less; null without any in force. */
  lowRatingAt: Instant | null
}

/** Since when each reason holds; null for one that does not. */
export type Risks = { idleSince: Instant | null; missedAt: Instant | null; lowRatedAt: Instant | null }

/** Since when a student with a plan has had no lesson for too long, or will have; null without a plan. */
const idleFrom = ({ planSince, lastLessonEnd }: RiskFacts): Instant | null =>
  planSince === null ? null : Math.max(planSince, lastLessonEnd ?? planSince) + IDLE_AFTER

/** Whether no lesson for so long makes the student idle as soon as there are minutes left (docs/rules/staff.md 13.1). */
export function isWithoutLesson(facts: RiskFacts, now: Instant): boolean {
  const from = idleFrom(facts)
  return from !== null && from <= now
}

/** Why a student is at risk at `now`: no lesson though there are minutes, lessons missed, a low rating (docs/rules/staff.md 13.1). */
export function risksOf(facts: RiskFacts, now: Instant): Risks {
  const { remainingMinutes, latest, lowRatingAt } = facts
  const isRecent = (at: Instant) => at > now - RISK_REMEMBERED
  const missed = latest.slice(0, MISSED_IN_A_ROW)
  const isMissing = missed.length === MISSED_IN_A_ROW && missed.every(({ isMissed }) => isMissed)
  const missedAt = isMissing ? (missed[0]?.end ?? null) : null
  return {
    idleSince: remainingMinutes > 0 && isWithoutLesson(facts, now) ? idleFrom(facts) : null,
    missedAt: missedAt !== null && isRecent(missedAt) ? missedAt : null,
    lowRatedAt: lowRatingAt !== null && isRecent(lowRatingAt) ? lowRatingAt : null,
  }
}

/** When the latest of the reasons began; null for a student who is not at risk. */
export function latestRisk({ idleSince, missedAt, lowRatedAt }: Risks): Instant | null {
  const all = [idleSince, missedAt, lowRatedAt].filter((at) => at !== null)
  return all.length === 0 ? null : Math.max(...all)
}
