import type { Instant, TimeRange } from '#domain/cairo'

/** Where a session is by the clock, in whole seconds. */
export type SessionTime =
  | { type: 'before'; seconds: number }
  | { type: 'running'; left: number; isLastMinute: boolean }
  | { type: 'past'; seconds: number }

const SECOND = 1000
const LAST_MINUTE_SECONDS = 60

export function sessionTime({ start, end }: TimeRange, now: Instant): SessionTime {
  if (now < start) return { type: 'before', seconds: Math.ceil((start - now) / SECOND) }
  if (now >= end) return { type: 'past', seconds: Math.floor((now - end) / SECOND) }
  const left = Math.ceil((end - now) / SECOND)
  return { type: 'running', left, isLastMinute: left <= LAST_MINUTE_SECONDS }
}

/** A moment near the end that is announced once. */
export type Milestone = 'five' | 'one' | 'end'

const MILESTONES: readonly { type: Milestone; left: number }[] = [
  { type: 'end', left: 0 },
  { type: 'one', left: LAST_MINUTE_SECONDS },
  { type: 'five', left: 5 * LAST_MINUTE_SECONDS },
]

/** The last milestone that was passed; null before all of them. */
export function milestoneOf({ end }: Pick<TimeRange, 'end'>, now: Instant): Milestone | null {
  const left = (end - now) / SECOND
  return MILESTONES.find((one) => left <= one.left)?.type ?? null
}
