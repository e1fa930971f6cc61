import { hours, type Instant, minutes } from '../cairo.ts'
import { rangeOf } from '../lessons/durations.ts'
import type { FixedWindow } from '../throttle.ts'

/** A change of a meeting is told when the meeting has not changed for this long (docs/rules/messages.md 3.1). */
export const QUIET_TIME = minutes(1)
/** Changes that never pause are told this long after the first of them. */
export const LONGEST_QUIET_WAIT = minutes(5)
/** A meeting that starts sooner than this is told of at once. */
const NO_WAIT_BEFORE_START = minutes(10)

/** Messages about changes of meetings that a person gets of what one other person does (docs/rules/messages.md 3.3). */
export const NOTICES_OF_A_PAIR: FixedWindow = { uses: 6, windowMs: hours(24) }
/** Those beyond `NOTICES_OF_A_PAIR`, about a meeting that starts soon. */
export const URGENT_NOTICES_OF_A_PAIR: FixedWindow = { uses: 1, windowMs: hours(1) }
const URGENT_BEFORE_START = hours(2)

/** `start` in epoch milliseconds, `duration` in minutes. */
export type MeetingTime = { start: Instant; duration: number }

/** What a person is told about a meeting, compared with what they knew. */
export type NoticeKind = 'booked' | 'moved' | 'canceled'

/** When to tell somebody of a change made at `now` to a meeting whose earliest time, old or new, is `start`. */
export const noticeDueAt = (start: Instant, now: Instant): Instant =>
  Math.max(now, Math.min(now + QUIET_TIME, start - NO_WAIT_BEFORE_START))

/**
 * What to tell somebody who knows a meeting by `known`, while it is `current`; null stands for no meeting. Null when there is nothing
 * to tell: both are the same, or the meeting is over.
 */
export function noticeOf(known: MeetingTime | null, current: MeetingTime | null, now: Instant): NoticeKind | null {
  const told = current ?? known
  if (told === null || rangeOf(told).end <= now) return null
  if (known === null) return 'booked'
  if (current === null) return 'canceled'
  return known.start === current.start && known.duration === current.duration ? null : 'moved'
}

/** The messages counted in a window that ends at `resetsAt`. */
export type Counted = { count: number; resetsAt: Instant } | null

const isSpent = (counted: Counted, { uses }: FixedWindow, now: Instant): counted is NonNullable<Counted> =>
  counted !== null && counted.resetsAt > now && counted.count >= uses

/**
 * When a notice that is due may be sent, by the messages of its pair, and as which of them it counts: at `now`, or later. `start` is
 * the earliest time, old or new, of the meeting.
 */
export function whenAllowed(
  { daily, urgent }: { daily: Counted; urgent: Counted },
  start: Instant,
  now: Instant,
): { at: Instant; countsAs: 'daily' | 'urgent' } {
  if (!isSpent(daily, NOTICES_OF_A_PAIR, now)) return { at: now, countsAs: 'daily' }
  const next = isSpent(urgent, URGENT_NOTICES_OF_A_PAIR, now) ? urgent.resetsAt : now
  return { at: Math.min(daily.resetsAt, Math.max(next, start - URGENT_BEFORE_START)), countsAs: 'urgent' }
}
