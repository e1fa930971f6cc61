import type { QueueEntry } from '#contract/dashboard'
import { fromIso, type Instant } from '#domain/cairo'
import { isToday } from '#domain/staff/dashboard-queue'

export type QueueSummary = {
  /** Without the meetings of today. */
  count: number
  isMore: boolean
  oldest: Instant | null
  meetings: number
}

/** Everything that waits, as one sentence needs it. */
export function summaryOf(kinds: readonly QueueEntry[]): QueueSummary {
  const decisions = kinds.filter(({ kind }) => !isToday(kind))
  const since = decisions.flatMap(({ oldest }) => (oldest === null ? [] : [fromIso(oldest)]))
  const sum = (entries: readonly QueueEntry[]) => entries.reduce((total, { count }) => total + count, 0)
  return {
    count: sum(decisions),
    isMore: decisions.some(({ isMore }) => isMore),
    oldest: since.length === 0 ? null : Math.min(...since),
    meetings: sum(kinds.filter(({ kind }) => isToday(kind))),
  }
}
