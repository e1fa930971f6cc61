import { hours, type Instant, localTime, minutes, overlaps, QUARTER_MS, type TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { LESSON_DURATIONS, type LessonDuration, rangeOf } from './durations.ts'
import { freeRanges } from './slots.ts'

/** The tutors for whom one student may wait (docs/rules/lessons.md 14.1). */
export const MAX_WAITS = 5

/** How long a time is offered to one student (docs/rules/lessons.md 14.3). */
export const OFFER_MS = minutes(15)

/** After an offer of a tutor's time that ran out the student gets none of this tutor's for so long (docs/rules/lessons.md 14.6). */
export const PAUSE_AFTER_OFFER = hours(24)

/** The offers that may run out before the student is taken off the list (docs/rules/lessons.md 14.6). */
export const MAX_LAPSED = 3

const EVENING_HOUR = 17
const QUIET_FROM_HOUR = 22
const QUIET_TO_HOUR = 8

/** Whether a lesson that begins then is in the evening: from 17:00 in Cairo (docs/rules/lessons.md 14.1). */
export const isInEvening = (start: Instant): boolean => localTime(start).hour >= EVENING_HOUR

/** Between 22:00 and 8:00 in Cairo nothing is offered (docs/rules/lessons.md 14.5). */
export function isQuietTime(now: Instant): boolean {
  const { hour } = localTime(now)
  return hour >= QUIET_FROM_HOUR || hour < QUIET_TO_HOUR
}

/** Whether a student may wait for one more tutor (docs/rules/lessons.md 14.1). */
export const whyNotWait = (waits: number): ErrorCode | null => (waits < MAX_WAITS ? null : 'waiting-limit-reached')

/** An offer of the past: of the tutor whose times are to be offered, unless it still runs; `isLeft` where the student declined it or left the list. */
export type PastOffer = TimeRange & { madeAt: Instant; isRunning: boolean; isLeft: boolean }

export type Waiting = {
  studentId: number
  isEvening: boolean
  offers: readonly PastOffer[]
  /** Why the student cannot book this time; null when they can. */
  whyNot: (time: { start: Instant; duration: LessonDuration }) => ErrorCode | null
}

export type Offered = { studentId: number; start: Instant; duration: LessonDuration }

/** Whether the student gets an offer at all now (docs/rules/lessons.md 14.4, 14.6, 14.9). */
const isOfferedNow = ({ offers }: Waiting, now: Instant): boolean =>
  !offers.some(({ isRunning, isLeft, madeAt }) => isRunning || (!isLeft && now < madeAt + PAUSE_AFTER_OFFER))

/** The soonest time for one student, as long as it can be; null where none suits. */
function offerFor(waiting: Waiting, free: readonly TimeRange[]): Offered | null {
  const { studentId, isEvening, offers, whyNot } = waiting
  for (const range of free)
    for (let start = range.start; start < range.end; start += QUARTER_MS) {
      // The rest of a time that was declined is none of its own.
      if ((isEvening && !isInEvening(start)) || offers.some((one) => one.start <= start && start < one.end)) continue
      const duration = LESSON_DURATIONS.findLast(
        (one) => start + minutes(one) <= range.end && whyNot({ start, duration: one }) === null,
      )
      if (duration !== undefined) return { studentId, start, duration }
    }
  return null
}

/**
 * What is offered of a tutor's free times, to students in the order in which they came: each gets one time at most, and those who
 * cannot book one now are passed over (docs/rules/lessons.md 14.2, 14.4). `free` is on the quarter hour.
 */
export function offersOf(waiting: readonly Waiting[], free: readonly TimeRange[], now: Instant): Offered[] {
  const offered: Offered[] = []
  let left = [...free].sort((one, other) => one.start - other.start)
  for (const one of waiting) {
    const offer = isOfferedNow(one, now) ? offerFor(one, left) : null
    if (!offer) continue
    offered.push(offer)
    left = left.flatMap((range) => freeRanges(range, [rangeOf(offer)]))
  }
  return offered
}

/** The parts of freed times that are free now; they may overlap each other. */
export function stillFree(
  freed: readonly TimeRange[],
  slots: readonly TimeRange[],
  taken: readonly TimeRange[],
): TimeRange[] {
  const merged: TimeRange[] = []
  for (const { start, end } of [...freed].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last && last.end >= start) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return slots.flatMap((slot) =>
    merged
      .filter((range) => overlaps(range, slot))
      .map((range) => ({ start: Math.max(range.start, slot.start), end: Math.min(range.end, slot.end) }))
      .flatMap((range) => freeRanges(range, taken)),
  )
}
