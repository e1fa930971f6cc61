/**
 * How many durations fell into which step of a logarithmic scale (docs/rules/staff.md 7.3). Steps without any are left out,
 * so that a histogram of one call is a few numbers. Two are merged by adding.
 */
export type Histogram = Record<number, number>

/** Four steps double: each is a fifth wider than the one before. */
const STEPS_PER_DOUBLING = 4
/** The last step has no upper bound; it begins at 2^17 ms, over two minutes. */
const LAST_STEP = 17 * STEPS_PER_DOUBLING + 1

/** The step of a duration in ms: 0 is up to 1 ms, and what cannot be a duration. */
export const stepOf = (ms: number): number =>
  ms > 1 ? Math.min(LAST_STEP, Math.floor(Math.log2(ms) * STEPS_PER_DOUBLING) + 1) : 0

/** The upper bound of a step, in ms; the last one is answered with its lower bound. */
export const upperBoundOf = (step: number): number => 2 ** (Math.min(step, LAST_STEP - 1) / STEPS_PER_DOUBLING)

/** Adds every count of `from` to `into`. */
export function addCounts(into: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(from)) into[key] = (into[key] ?? 0) + count
}

/**
 * The duration in ms that `share` (0 to 1) of all durations do not exceed, rounded up to the bound of its step; null without
 * any.
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const steps = Object.entries(histogram).map(([step, count]) => ({ step: Number(step), count }))
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(total * share))
  let seen = 0
  for (const { step, count } of steps.sort((one, other) => one.step - other.step)) {
    seen += count
    if (seen >= rank) return upperBoundOf(step)
  }
  return upperBoundOf(LAST_STEP)
}
