import { MINUTES_A_DAY } from '#domain/cairo'
import type { Span } from './lanes.ts'

const MORNING = 9 * 60
/** Shown above what the grid is scrolled to. */
const LEAD = 45
const LEAD_BEFORE_NOW = 60

type Look = {
  /** The spans of all days, in minutes of the day. */
  spans: readonly Span[]
  /** The minute of the day, where today is shown. */
  now: number | null
  /** How many minutes of a day are in view. */
  height: number
}

/**
 * The first visible minute of a grid: so that all spans are visible if they fit, otherwise the next one today, otherwise
 * the earliest. Empty days show the current time, or the morning.
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

/** The spans entirely outside the visible minutes: above and below. */
export function hiddenOf(spans: readonly Span[], view: Span): { above: Span[]; below: Span[] } {
  return {
    above: spans.filter(({ to }) => to <= view.from),
    below: spans.filter(({ from }) => from >= view.to),
  }
}
