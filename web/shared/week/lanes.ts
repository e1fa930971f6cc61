import { MINUTES_A_DAY } from '#domain/cairo'

/** A part of one day in minutes of the Cairo clock. */
export type Span = { from: number; to: number }

export type Lane = { lane: number; lanes: number }

const touches = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** The first lane whose last span has ended; spans are processed in order of their start. */
function freeLane(ends: readonly number[], from: number): number {
  const free = ends.findIndex((end) => end <= from)
  return free === -1 ? ends.length : free
}

/**
 * Gives overlapping spans a lane each; spans of one overlapping group share its number of lanes. Touching ends
 * do not overlap.
 */
export function assignLanes<T extends Span>(spans: readonly T[]): (T & Lane)[] {
  const ordered = spans.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const laid: (T & Lane)[] = []
  let knot: (T & Lane)[] = []
  let ends: number[] = []
  const close = () => {
    for (const span of knot) laid.push({ ...span, lanes: ends.length })
    knot = []
    ends = []
  }
  for (const span of ordered) {
    if (!knot.some((other) => touches(other, span))) close()
    const lane = freeLane(ends, span.from)
    ends[lane] = span.to
    knot.push({ ...span, lane, lanes: 0 })
  }
  close()
  return laid
}

/** The height, in minutes, from which on a line of text is read without effort. */
const READABLE = 21

/**
 * Spans with a readable minimum height if nothing begins below them; a span that follows immediately keeps its position.
 */
export function readable<T extends Span>(spans: readonly T[]): T[] {
  return spans.map((span) => {
    const next = Math.min(MINUTES_A_DAY, ...spans.map(({ from }) => from).filter((from) => from >= span.to))
    return { ...span, to: Math.max(span.to, Math.min(next, span.from + READABLE)) }
  })
}
