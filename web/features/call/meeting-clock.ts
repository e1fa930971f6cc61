import type { Instant, TimeRange } from '#domain/cairo'

/** What the clock of a meeting says; whole seconds. */
export type MeetingTime =
  | { is: 'before'; seconds: number }
  | { is: 'running'; left: number; isLastMinute: boolean }
  | { is: 'past'; seconds: number }

const SECOND = 1000
const LAST_MINUTE_SECONDS = 60

export function meetingTime({ start, end }: TimeRange, now: Instant): MeetingTime {
  if (now < start) return { is: 'before', seconds: Math.ceil((start - now) / SECOND) }
  if (now >= end) return { is: 'past', seconds: Math.floor((now - end) / SECOND) }
  const left = Math.ceil((end - now) / SECOND)
  return { is: 'running', left, isLastMinute: left <= LAST_MINUTE_SECONDS }
}

/** What is said aloud once, as the end comes nearer. */
export type Milestone = 'five' | 'one' | 'end'

const MILESTONES: readonly { is: Milestone; left: number }[] = [
  { is: 'end', left: 0 },
  { is: 'one', left: LAST_MINUTE_SECONDS },
  { is: 'five', left: 5 * LAST_MINUTE_SECONDS },
]

/** The last milestone that was passed; null before all of them. */
export function milestoneOf({ end }: Pick<TimeRange, 'end'>, now: Instant): Milestone | null {
  const left = (end - now) / SECOND
  return MILESTONES.find((one) => left <= one.left)?.is ?? null
}
