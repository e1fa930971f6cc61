import { hours, type Instant, type TimeRange } from '../cairo.ts'

const HOUR = hours(1)

type Window = { after?: Instant | undefined; before?: Instant | undefined }

/**
 * Splits a window into its whole hours, which have counters, and the remaining edges. Without a bound the hours are
 * unlimited on that side. Half-open ranges in epoch milliseconds; hours in Cairo and UTC coincide.
 */
export function wholeHours({ after, before }: Window): { whole: TimeRange | null; edges: TimeRange[] } {
  const start = after === undefined ? Number.MIN_SAFE_INTEGER : Math.ceil(after / HOUR) * HOUR
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(before / HOUR) * HOUR
  if (start >= end && after !== undefined && before !== undefined)
    return { whole: null, edges: [{ start: after, end: before }] }
  const edges = [
    ...(after === undefined ? [] : [{ start: after, end: start }]),
    ...(before === undefined ? [] : [{ start: end, end: before }]),
  ]
  return { whole: { start, end }, edges }
}
