import { LATEST_END } from '#domain/availability/pattern'
import type { SlotPurpose } from '#domain/availability/purposes'
import type { SlotValues } from '#domain/availability/slot-times'
import {
  addDays,
  type Instant,
  instantAtMinute,
  instantsAt,
  type LocalDay,
  localDay,
  MINUTES_A_DAY,
  startOfDay,
  type TimeRange,
} from '#domain/cairo'
import { minuteOfDay } from '../../shared/week/day-span.ts'
import type { ShownSlot } from './draft.ts'
import { type Point, STEP_MINUTES } from './drag.ts'
import { whyNotOpen } from './slot-rules.ts'

/**
 * From and to in minutes of the day; an end beyond 24:00 is after midnight. `was` is the edited slot: an unchanged edge
 * keeps its instant, even in the hour repeated in autumn.
 */
export type RowTimes = { id?: number; from: number; to: number; was?: Was }
export type Row = RowTimes & { id: number }
type Was = TimeRange & { day: LocalDay; from: number; to: number }
/** The values of the dialog: each row becomes a slot on each day. */
export type Form = { days: readonly LocalDay[]; rows: readonly Row[]; purpose: SlotPurpose }

export type RowProblem = 'conflict' | 'past' | 'short' | 'missing'

const AN_HOUR = 60

/** A new slot of an hour at the pressed time, or at the next quarter hour if that has passed. */
export function formAt({ day, minute }: Point, now: Instant, purpose: SlotPurpose): Form {
  const soonest = localDay(now) === day ? Math.ceil((minuteOfDay(now) + 1) / STEP_MINUTES) * STEP_MINUTES : 0
  const pointed = Math.floor(minute / STEP_MINUTES) * STEP_MINUTES
  const from = Math.min(MINUTES_A_DAY - STEP_MINUTES, Math.max(soonest, pointed))
  return { days: [day], rows: [{ id: 1, from, to: Math.min(MINUTES_A_DAY, from + AN_HOUR) }], purpose }
}

const MORNING = 8 * AN_HOUR

/** The first free hour: from this minute on each of the days, then from the morning. */
export function freePoint(
  days: readonly LocalDay[],
  minute: number,
  others: readonly TimeRange[],
  now: Instant,
): Point | null {
  for (const from of [minute, MORNING]) {
    for (const day of days) {
      for (let start = from; start + AN_HOUR <= MINUTES_A_DAY; start += STEP_MINUTES) {
        if (!whyNotOpen(rangeAt(day, { id: 0, from: start, to: start + AN_HOUR }), others, now))
          return { day, minute: start }
      }
    }
  }
  return null
}

/** An end on the next day counts on from midnight. */
export function formOf(slot: ShownSlot): Form {
  const day = localDay(slot.start)
  const midnight = startOfDay(addDays(day, 1))
  const to = slot.end < midnight ? minuteOfDay(slot.end) : MINUTES_A_DAY + (slot.end - midnight) / 60_000
  const from = minuteOfDay(slot.start)
  const was = { day, from, to, start: slot.start, end: slot.end }
  return { days: [day], rows: [{ id: 1, from, to, was }], purpose: slot.purpose }
}

export const withRow = (form: Form): Form => {
  const last = form.rows.at(-1)
  const from = Math.min(MINUTES_A_DAY - STEP_MINUTES, (last?.to ?? 0) + AN_HOUR)
  const id = Math.max(0, ...form.rows.map((row) => row.id)) + 1
  return { ...form, rows: [...form.rows, { id, from, to: Math.min(MINUTES_A_DAY, from + AN_HOUR) }] }
}

/** The ends of a row: a day after its start at most, and six in the morning, unless the slot ends later already. */
export const endOptions = ({ from, to }: RowTimes): number[] => {
  const latest = Math.min(LATEST_END, from + MINUTES_A_DAY)
  const ends = Array.from({ length: (latest - from) / STEP_MINUTES }, (_, index) => from + (index + 1) * STEP_MINUTES)
  return to > latest ? [...ends, to] : ends
}

export const START_OPTIONS = Array.from({ length: MINUTES_A_DAY / STEP_MINUTES }, (_, index) => index * STEP_MINUTES)

/** A later start moves the end too, so that the slot keeps its length as far as the day allows. */
export const startingAt = <Edited extends RowTimes>(row: Edited, from: number): Edited => ({
  ...row,
  from,
  to: Math.max(from + STEP_MINUTES, Math.min(MINUTES_A_DAY, from + (row.to - row.from))),
})

const endAt = (day: LocalDay, to: number): Instant =>
  to <= MINUTES_A_DAY ? instantAtMinute(day, to) : startOfDay(addDays(day, 1)) + (to - MINUTES_A_DAY) * 60_000

export const rangeAt = (day: LocalDay, { from, to, was }: RowTimes): TimeRange => ({
  start: was?.day === day && was.from === from ? was.start : instantAtMinute(day, from),
  end: was?.day === day && was.to === to ? was.end : endAt(day, to),
})

/** How many minutes a row lasts, each length once: an hour more or less on the day on which the clocks change. */
export function lengthsOf(row: RowTimes, days: readonly LocalDay[]): number[] {
  const lengths = days.map((day) => rangeAt(day, row)).map(({ start, end }) => (end - start) / 60_000)
  return lengths.length > 0 ? [...new Set(lengths)] : [row.to - row.from]
}

export const valuesOf = ({ days, rows, purpose }: Form): SlotValues[] =>
  days.flatMap((day) => rows.map((row) => ({ ...rangeAt(day, row), purpose })))

const exists = (day: LocalDay, minute: number) => instantsAt(day, Math.floor(minute / 60), minute % 60).length > 0

/** The first day on which a row conflicts with other slots and rows, and why. */
export function problemOf(
  row: Row,
  form: Form,
  others: readonly TimeRange[],
  now: Instant,
): { day: LocalDay; problem: RowProblem } | null {
  for (const day of form.days) {
    const siblings = form.rows.filter((other) => other.id < row.id).map((other) => rangeAt(day, other))
    const problem = exists(day, row.from) ? whyNotOpen(rangeAt(day, row), [...others, ...siblings], now) : 'missing'
    if (problem) return { day, problem }
  }
  return null
}
