import { type Instant, minutes, QUARTER_MS, quartersOf, type TimeRange } from '#domain/cairo'
import type { Random } from './random.ts'
import type { Slot } from './slots.ts'

/** Which users are busy in which quarter hours, while the demo's sessions are being placed. */
export type BusyCalendar = {
  isFree(users: readonly number[], start: Instant, durationMinutes: number): boolean
  book(users: readonly number[], start: Instant, durationMinutes: number): void
}

export function emptyCalendar(): BusyCalendar {
  const busy = new Set<string>()
  const keys = (users: readonly number[], start: Instant, durationMinutes: number) =>
    quartersOf(start, durationMinutes).flatMap((quarter) => users.map((user) => `${user} ${quarter}`))
  return {
    isFree: (users, start, durationMinutes) => keys(users, start, durationMinutes).every((key) => !busy.has(key)),
    book: (users, start, durationMinutes) => {
      for (const key of keys(users, start, durationMinutes)) busy.add(key)
    },
  }
}

const MAX_ATTEMPTS = 24

/**
 * Tries random starts on the quarter grid until the session is free for all users and inside both a slot and `within`.
 * Null after too many attempts.
 */
export function findFreeStart(
  random: Random,
  calendar: BusyCalendar,
  criteria: { slots: readonly Slot[]; within: TimeRange; users: readonly number[]; durationMinutes: number },
): { slot: Slot; start: Instant } | null {
  const { within, users, durationMinutes } = criteria
  const length = minutes(durationMinutes)
  const open = criteria.slots.filter((slot) => slot.start < within.end && slot.end > within.start)
  if (open.length === 0) return null
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const slot = random.pick(open)
    const places = Math.floor((slot.end - slot.start - length) / QUARTER_MS)
    const start = slot.start + random.int(0, Math.max(places, 0)) * QUARTER_MS
    const end = start + length
    const fits = end <= slot.end && start >= within.start && end <= within.end
    if (fits && calendar.isFree([...users, slot.userId], start, durationMinutes)) return { slot, start }
  }
  return null
}
