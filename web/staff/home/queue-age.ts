import type { QueueEntry } from '#contract/dashboard'
import { fromIso, hours, type Instant } from '#domain/cairo'

/** A meeting of today waits for its hour, not for a decision. */
export const isToday = ({ kind }: Pick<QueueEntry, 'kind'>): boolean =>
  kind === 'interview-today' || kind === 'demo-today'

/** How long something waits before it is highlighted. */
const LATE = hours(24)
const VERY_LATE = hours(72)

export type Lateness = 'danger' | 'warning' | 'neutral'

export function latenessOf(since: Instant, now: Instant): Lateness {
  if (now - since >= VERY_LATE) return 'danger'
  return now - since >= LATE ? 'warning' : 'neutral'
}

export type QueueSummary = {
  /** Without the meetings of today. */
  count: number
  isMore: boolean
  oldest: Instant | null
  meetings: number
}

/** Everything that waits, as one sentence needs it. */
export function summaryOf(kinds: readonly QueueEntry[]): QueueSummary {
  const decisions = kinds.filter((entry) => !isToday(entry))
  const since = decisions.flatMap(({ oldest }) => (oldest === null ? [] : [fromIso(oldest)]))
  const sum = (entries: readonly QueueEntry[]) => entries.reduce((total, { count }) => total + count, 0)
  return {
    count: sum(decisions),
    isMore: decisions.some(({ isMore }) => isMore),
    oldest: since.length === 0 ? null : Math.min(...since),
    meetings: sum(kinds.filter(isToday)),
  }
}
