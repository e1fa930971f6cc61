import { daysBetween, type Instant, localDay, plusDays, type TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { SubscriptionTerm } from './current.ts'
import { endsInPause, isPausedAt, type MinutesOwner, minutesWeekOf, type Pausing } from './minutes.ts'
import { isPaidPeriod } from './periods.ts'

/**
 * What a student may pause (docs/rules/minutes.md 10.2): in pieces that begin within a quarter, so many weeks in all. Whole
 * weeks, so that minutes weeks keep their weekday and each is granted or paused as a whole.
 */
export const PAUSE = { weeks: 3, pieces: 2, quarterWeeks: 13 } as const

const inWeeks = (count: number) => count * 7

/** The minutes weeks of a pause; 0 for one that was undone before it began. */
export const weeksOf = ({ start, end }: TimeRange): number => daysBetween(localDay(start), localDay(end)) / inWeeks(1)

type PausableTerm = SubscriptionTerm & { pausable: boolean }

/** Whether a pause of the subscription comes or lasts. */
export const hasPause = ({ pausedUntil }: Pausing, now: Instant): boolean => pausedUntil != null && pausedUntil > now

/** When a pause begins that is asked for now: with the next minutes week; null in the last week, which none follows. */
export function pauseStart(subscription: MinutesOwner, now: Instant): Instant | null {
  const { end } = minutesWeekOf(subscription, now)
  return end < subscription.end ? end : null
}

/** Of a student's pauses, those that count for one that begins then. */
const countedAt = (pauses: readonly TimeRange[], start: Instant): TimeRange[] =>
  pauses.filter((one) => one.end > one.start && one.start > plusDays(start, -inWeeks(PAUSE.quarterWeeks)))

/**
 * For how many weeks at most a student may pause from `start` on, given all of their pauses: 0 where none is left
 * (docs/rules/minutes.md 10.2).
 */
export function allowedWeeks(pauses: readonly TimeRange[], start: Instant): number {
  const counted = countedAt(pauses, start)
  if (counted.length >= PAUSE.pieces) return 0
  return Math.max(0, PAUSE.weeks - counted.reduce((sum, one) => sum + weeksOf(one), 0))
}

/**
 * Why a plan cannot be paused for so many weeks, null when it can. Staff, who give a reason, may exceed the student's allowance
 * and pause a plan that does not include it (docs/rules/minutes.md 10.9).
 */
export function whyNotPausable(
  subscription: PausableTerm | null,
  pauses: readonly TimeRange[],
  { weeks, isByStaff }: { weeks: number; isByStaff: boolean },
  now: Instant,
): ErrorCode | null {
  if (subscription === null || !isPaidPeriod(subscription.period)) return 'subscription-required'
  if (hasPause(subscription, now)) return 'subscription-paused'
  const start = pauseStart(subscription, now)
  if (start === null || weeks > PAUSE.weeks) return 'illegal'
  if (isByStaff) return null
  return subscription.pausable && weeks <= allowedWeeks(pauses, start) ? null : 'illegal'
}

/** The pause of so many weeks that begins then. */
export const pauseOf = (start: Instant, weeks: number): TimeRange => ({ start, end: plusDays(start, inWeeks(weeks)) })

/**
 * When a pause ends that its student or staff end now: one that has not begun where it would begin, so that nothing of it is
 * left, another with the minutes week that lasts. Null where that changes nothing (docs/rules/minutes.md 10.8).
 */
export function endedEarly(subscription: MinutesOwner, pause: TimeRange, now: Instant): Instant | null {
  if (pause.end <= now) return null
  const end = pause.start > now ? pause.start : minutesWeekOf(subscription, now).end
  return end < pause.end ? end : null
}

/**
 * A subscription and the one that waits for its end, after the pause has become `pause`: the end moves by the weeks that are
 * paused more or less than before, at the same wall time, and the waiting one with it (docs/rules/minutes.md 10.4).
 */
export function movedTerms<S extends MinutesOwner, W extends MinutesOwner>(
  subscription: S,
  waiting: W | null,
  { before, after }: { before: TimeRange | null; after: TimeRange },
): { subscription: S; waiting: W | null } {
  const moved = inWeeks(weeksOf(after) - (before === null ? 0 : weeksOf(before)))
  const isLeft = after.end > after.start
  return {
    subscription: {
      ...subscription,
      end: plusDays(subscription.end, moved),
      pausedFrom: isLeft ? after.start : null,
      pausedUntil: isLeft ? after.end : null,
    },
    waiting: waiting && {
      ...waiting,
      start: plusDays(waiting.start, moved),
      end: plusDays(waiting.end, moved),
    },
  }
}

type Terms<S> = { subscription: S; waiting: S | null }

/** Whose minutes week pays for a lesson that ends then; null where none does. */
function payerAt<S extends MinutesOwner>({ subscription, waiting }: Terms<S>, lessonEnd: Instant) {
  const owner = lessonEnd > subscription.end ? waiting : subscription
  if (owner === null || lessonEnd > owner.end || endsInPause(owner, lessonEnd)) return null
  // The end of a week belongs to it.
  return { isWaiting: owner === waiting, week: minutesWeekOf(owner, lessonEnd - 1).start }
}

/** Whether a minutes week that begins then is one of the subscription that is not paused. */
const isOpenWeek = (owner: MinutesOwner, week: Instant) =>
  minutesWeekOf(owner, week).start === week && !isPausedAt(owner, week)

/**
 * Whether a coming lesson is cancelled because it lies in a paused week, or because the week that paid for it is paused or no
 * longer one of its plan, or another plan, or none, covers its time (docs/rules/minutes.md 10.4). The last week of a plan lasts
 * some hours longer than others: a lesson in these stays if that week does.
 */
export function losesItsWeek<S extends MinutesOwner>(before: Terms<S>, after: Terms<S>, lessonEnd: Instant): boolean {
  const paid = payerAt(before, lessonEnd)
  const covers = payerAt(after, lessonEnd)
  if (paid === null) return false
  const owner = paid.isWaiting ? after.waiting : after.subscription
  return owner === null || covers?.isWaiting !== paid.isWaiting || !isOpenWeek(owner, paid.week)
}
