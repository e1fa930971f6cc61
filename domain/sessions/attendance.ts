import type { Instant, TimeRange } from '../cairo.ts'
import { RETENTION } from '../retention.ts'
import { PresenceEvent } from './session-id.ts'

/** Events of lessons that began before this are in the archive, once the job has moved them (docs/rules/live.md 5.7). */
export const attendanceArchivedBefore = (now: Instant): Instant => now - RETENTION.attendance

/** Events of lessons that began before this may be in the archive: it is read for them. */
export const attendanceReadBefore = (now: Instant): Instant =>
  now - Math.min(RETENTION.attendance, RETENTION.attendanceUnarchived)

export type PresenceRecord = { type: PresenceEvent; at: Instant }

/** When somebody was in a session; `end` is null as long as no departure is recorded. */
export type Presence = { start: Instant; end: Instant | null }

/**
 * The presence of one person in a session, from the recorded events in order (docs/rules/live.md 5.7). A second join
 * without a departure continues the first: the connection was lost without an event.
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

/** How long somebody was in the session during `range`, in milliseconds; a presence without an end lasts until `now`. */
export function attendedDuring(times: readonly Presence[], range: TimeRange, now: Instant): number {
  const lengthOf = ({ start, end }: Presence) =>
    Math.max(0, Math.min(end ?? now, range.end) - Math.max(start, range.start))
  return times.reduce((sum, time) => sum + lengthOf(time), 0)
}

/** How long two people were in the session at the same time until `now`, in milliseconds. */
export const togetherFor = (one: readonly Presence[], other: readonly Presence[], now: Instant): number =>
  one.reduce((sum, { start, end }) => sum + attendedDuring(other, { start, end: end ?? now }, now), 0)
