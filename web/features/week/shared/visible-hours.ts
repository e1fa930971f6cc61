import { MINUTES_A_DAY } from '#domain/cairo'
import type { Span } from './lanes.ts'

const MORNING = 9 * 60
/** Shown above what the grid is scrolled to. */
const LEAD = 45
const LEAD_BEFORE_NOW = 60

type Look = {
  /** What the days hold, in minutes of the day. */
  spans: readonly Span[]
  /** The minute of the day, where today is shown. */
  now: number | null
  /** How many minutes of a day are in view. */
  height: number
}

/**
 * The minute at the top of a grid that is opened: all that the days hold where that fits, else what comes next today, else
 * the earliest. Days without anything show now, or the morning.
 */
export function firstMinute({ spans, now, height }: Look): number {
  const latestTop = Math.max(0, MINUTES_A_DAY - height)
  const within = (minute: number) => Math.min(latestTop, Math.max(0, minute))
  if (spans.length === 0) return within(now === null ? MORNING - LEAD : now - LEAD_BEFORE_NOW)
  const top = Math.min(...spans.map(({ from }) => from)) - LEAD
  const bottom = Math.max(...spans.map(({ to }) => to)) + LEAD
  if (now === null || bottom - top <= height) return within(top)
  return within(Math.max(top, Math.min(now - LEAD_BEFORE_NOW, bottom - height)))
}

/** What lies wholly outside of the minutes in view: what is above, what is below. */
export function hiddenOf(spans: readonly Span[], view: Span): { above: Span[]; below: Span[] } {
  return {
    above: spans.filter(({ to }) => to <= view.from),
    below: spans.filter(({ from }) => from >= view.to),
  }
}
