/** What had been sent at a time; milliseconds and bytes. */
export type Sample = { at: number; sent: number }

/** Older samples say nothing of the present line. */
const WINDOW_MS = 20_000
const MIN_SPAN_MS = 2_000

/**
 * The samples that still count, with the new one. A sample below the last one restarts the measurement, because a part is
 * sent again.
 */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && next.sent < last.sent) return [next]
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next]
}

/** Seconds until `total` bytes are sent at the present speed; null while that is not known. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < MIN_SPAN_MS || last.sent <= first.sent) return null
  const bytesPerSecond = ((last.sent - first.sent) / (last.at - first.at)) * 1000
  return Math.ceil((total - last.sent) / bytesPerSecond)
}
