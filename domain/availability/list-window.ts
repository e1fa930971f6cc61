import { hours, type Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'

/** The longest window of an unpaged list (docs/rules/availability.md 3.2). */
export const MAX_FULL_WINDOW = hours(60 * 24)

/**
 * The maximum number of rows of an unpaged list (docs/rules/availability.md 3.2), so that they fit into a worker's memory.
 */
export const MAX_FULL_ROWS = 2000

export type ListWindow = { after?: Instant | undefined; before?: Instant | undefined; full: boolean }

/**
 * A window must not end before it starts. An unpaged list (`full`) needs both ends, at most 60 days apart: without a
 * limit one request could read every row (docs/rules/availability.md 3.1, 3.2).
 */
export function whyNotListWindow({ after, before, full }: ListWindow): ErrorCode | null {
  if (after !== undefined && before !== undefined && before < after) return 'bad-request'
  if (!full) return null
  if (after === undefined || before === undefined) return 'bad-request'
  return before - after <= MAX_FULL_WINDOW ? null : 'bad-request'
}
