import type { Instant, TimeRange } from '#domain/cairo'

/** Where a session is by the clock, in whole seconds. */
export type SessionTime =
  | { is: 'before'; seconds: number }
  | { is: 'running'; left: number; isLastMinute: boolean }
  | { is: 'past'; seconds: number }

const SECOND = 1000
const LAST_MINUTE_SECONDS = 60

export function sessionTime({ start, end }: TimeRange, now: Instant): SessionTime {
  if (now < start) return { is: 'before', seconds: Math.ceil((start - now) / SECOND) }
  if (now >= end) return { is: 'past', seconds: Math.floor((now - end) / SECOND) }
  const left = Math.ceil((end - now) / SECOND)
  return { is: 'running', left, isLastMinute: left <= LAST_MINUTE_SECONDS }
}

/** A moment near the end that is announced once. */
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
