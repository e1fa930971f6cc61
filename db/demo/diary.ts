import { type Instant, minutes, QUARTER_MS, quartersOf, type TimeRange } from '#domain/cairo'
import type { Random } from './random.ts'
import type { Slot } from './slots.ts'

/** Who is busy in which quarter hour, while the sessions of the demo are being placed. */
export type Diary = {
  isFree(users: readonly number[], start: Instant, durationMinutes: number): boolean
  book(users: readonly number[], start: Instant, durationMinutes: number): void
}

export function emptyDiary(): Diary {
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

const TRIES = 24

/** A free start on the quarter grid in one of the slots, with the whole session inside `within`; null when luck runs out. */
export function freeStart(
  random: Random,
  diary: Diary,
  asked: { slots: readonly Slot[]; within: TimeRange; users: readonly number[]; durationMinutes: number },
): { slot: Slot; start: Instant } | null {
  const { within, users, durationMinutes } = asked
  const length = minutes(durationMinutes)
  const open = asked.slots.filter((slot) => slot.start < within.end && slot.end > within.start)
  if (open.length === 0) return null
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const slot = random.pick(open)
    const places = Math.floor((slot.end - slot.start - length) / QUARTER_MS)
    const start = slot.start + random.int(0, Math.max(places, 0)) * QUARTER_MS
    const end = start + length
    const fits = end <= slot.end && start >= within.start && end <= within.end
    if (fits && diary.isFree([...users, slot.userId], start, durationMinutes)) return { slot, start }
  }
  return null
}
