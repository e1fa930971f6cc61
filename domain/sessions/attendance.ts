import type { Instant, TimeRange } from '../cairo.ts'
import { RETENTION } from '../retention.ts'
import { PresenceEvent } from './session-id.ts'

/** Lessons that began before this have their events in the archive, once the job has come to them (docs/rules/live.md 5.7). */
export const attendanceArchivedBefore = (now: Instant): Instant => now - RETENTION.attendance

export type PresenceRecord = { type: PresenceEvent; at: Instant }

/** When somebody was in a session; `end` is null while no leaving was recorded. */
export type Presence = { start: Instant; end: Instant | null }

/**
 * The times of one person in a session, from the recorded events in order (docs/rules/live.md 5.7). A second joining without
 * a leaving continues the first: the connection was lost without a word.
 */
export function presenceOf(events: readonly PresenceRecord[]): Presence[] {
  const times: Presence[] = []
  for (const { type, at } of events) {
    const last = times.at(-1)
    const isIn = last !== undefined && last.end === null
    if (type === PresenceEvent.UserJoined && !isIn) times.push({ start: at, end: null })
    if (type === PresenceEvent.UserLeft && isIn) last.end = at
  }
  return times
}

/** How long somebody was in the session during `range`, in milliseconds; a time without an end lasts until `now`. */
export function attendedDuring(times: readonly Presence[], range: TimeRange, now: Instant): number {
  const lengthOf = ({ start, end }: Presence) =>
    Math.max(0, Math.min(end ?? now, range.end) - Math.max(start, range.start))
  return times.reduce((sum, time) => sum + lengthOf(time), 0)
}

/** How long two people were in the session at once until `now`, in milliseconds. */
export const togetherFor = (one: readonly Presence[], other: readonly Presence[], now: Instant): number =>
  one.reduce((sum, { start, end }) => sum + attendedDuring(other, { start, end: end ?? now }, now), 0)
