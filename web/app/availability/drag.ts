import { type Instant, instantAtMinute, type LocalDay, MINUTES_A_DAY, type TimeRange } from '#domain/cairo'
import { spanInDay } from '../../shared/week/day-span.ts'

/** Every edge is on a quarter hour. */
export const STEP_MINUTES = 15
/** What a tap on free time opens. */
const TAP_MINUTES = 60

/** A point of the week grid: a day and a minute of its wall clock. */
export type Point = { day: LocalDay; minute: number }

/** What is dragged: nothing (a new slot is drawn), a whole slot, or one of its edges. */
export type DragHandle = { on: 'free' } | { on: 'slot' | 'start' | 'end'; slot: TimeRange }

export const snapped = (minute: number): number =>
  Math.min(MINUTES_A_DAY, Math.max(0, Math.round(minute / STEP_MINUTES) * STEP_MINUTES))

const snappedDown = (minute: number) => Math.min(MINUTES_A_DAY - STEP_MINUTES, snapped(minute - STEP_MINUTES / 2))

function drawn(from: Point, to: Point): TimeRange {
  const [low, high] = [Math.min(from.minute, to.minute), Math.max(from.minute, to.minute)]
  const start = snappedDown(low)
  const end =
    Math.abs(high - low) < STEP_MINUTES / 2 ? start + TAP_MINUTES : Math.max(start + STEP_MINUTES, snapped(high))
  return { start: instantAtMinute(from.day, start), end: instantAtMinute(from.day, Math.min(MINUTES_A_DAY, end)) }
}

/** The slot keeps its length; it stays inside the day it is moved to. */
function moved(slot: TimeRange, from: Point, to: Point): TimeRange {
  const span = spanInDay(slot, from.day)
  if (!span) return slot
  const length = span.to - span.from
  const start = Math.min(MINUTES_A_DAY - length, snapped(Math.max(0, span.from + to.minute - from.minute)))
  return { start: instantAtMinute(to.day, start), end: instantAtMinute(to.day, start + length) }
}

function resized(slot: TimeRange, edge: 'start' | 'end', to: Point, day: LocalDay): TimeRange {
  const span = spanInDay(slot, day)
  if (!span) return slot
  if (edge === 'start') {
    return { ...slot, start: instantAtMinute(day, Math.min(span.to - STEP_MINUTES, snapped(to.minute))) }
  }
  return { ...slot, end: instantAtMinute(day, Math.max(span.from + STEP_MINUTES, snapped(to.minute))) }
}

/** The range that a drag from one point to another makes; nothing begins before `now`. */
export function draggedRange(handle: DragHandle, from: Point, to: Point, now: Instant): TimeRange | null {
  const range = rangeOf(handle, from, to)
  return range.start >= now && range.start < range.end ? range : null
}

function rangeOf(handle: DragHandle, from: Point, to: Point): TimeRange {
  if (handle.on === 'free') return drawn(from, to)
  if (handle.on === 'slot') return moved(handle.slot, from, to)
  return resized(handle.slot, handle.on, to, from.day)
}
