import { type Instant, type TimeRange, withoutTaken } from '../cairo.ts'
import type { Presence } from './attendance.ts'

/** The events that the media server reports and that are kept, by its own names (docs/rules/live.md 6.5). */
export const mediaEvents = [
  'room_started',
  'room_finished',
  'participant_joined',
  'participant_left',
  'track_published',
] as const
export type MediaEvent = (typeof mediaEvents)[number]

/** What somebody sends through the media server. */
export const mediaSources = ['microphone', 'camera', 'screen'] as const
export type MediaSource = (typeof mediaSources)[number]

/**
 * One reported event. `room` and `stay` are the media server's own numbers of a room, which is another one after it was
 * closed, and of one connection of a person. `joinedAt` says since when that connection exists; a published track does not
 * say it. An event of a room alone has no person and no stay.
 */
export type MediaRecord = {
  type: MediaEvent
  room: string
  at: Instant
  userId: number | null
  stay: string | null
  joinedAt: Instant | null
  source: MediaSource | null
}

/** Which of the two witnesses saw somebody inside: the log of the session's room, or the media server. */
export const witnesses = ['room', 'media'] as const
export type Witness = (typeof witnesses)[number]

/** What there is from the media server of a lesson: its reports, none although it could have reported, or no media server. */
export const mediaReports = ['reported', 'silent', 'none'] as const
export type MediaReport = (typeof mediaReports)[number]

/** A time during which one witness alone saw somebody inside. */
export type Difference = TimeRange & { seenBy: Witness }

/**
 * In milliseconds. The two notice a connection that was lost, and a device that asks for its camera, up to half a minute apart
 * each (docs/rules/live.md 1.5), and the media server reports whole seconds. It is less than the three minutes by which the
 * shortest lesson counts as attended (docs/rules/lessons.md 10.1).
 */
export const WITNESS_TOLERANCE = 60_000

const least = (times: readonly Instant[]): Instant | null => (times.length === 0 ? null : Math.min(...times))

/**
 * When one person was on the media server, from its events in any order, some of which may be missing (docs/rules/lessons.md 8.5).
 * The server has one connection of a person at most, so a stay is over when the next begins; and nobody is in a room that is
 * closed. `end` is null as long as nothing says that it is over.
 */
export function mediaPresenceOf(events: readonly MediaRecord[], userId: number): Presence[] {
  const closings = events.filter(({ type }) => type === 'room_finished')
  const ofPerson = events.filter((event) => event.userId === userId)
  const stays = [...new Set(ofPerson.map(({ stay }) => stay))].map((id) => {
    const stay = ofPerson.filter((one) => one.stay === id)
    const start = Math.min(...stay.map(({ joinedAt, at }) => joinedAt ?? at))
    const isOfRoom = ({ room }: MediaRecord) => stay.some((one) => one.room === room)
    const left = least(stay.filter(({ type }) => type === 'participant_left').map(({ at }) => at))
    return { start, end: left ?? least(closings.filter(isOfRoom).map(({ at }) => at)) }
  })
  const inOrder = stays.toSorted((one, other) => one.start - other.start)
  return inOrder.map(({ start, end }, index) => {
    const over = least([end, inOrder[index + 1]?.start ?? null].filter((at) => at !== null))
    // The end is rounded down to a second, the start is not.
    return { start, end: over === null ? null : Math.max(start, over) }
  })
}

/** Since when somebody has sent what, each source once, the earliest first. */
export function sourcesOf(events: readonly MediaRecord[], userId: number): { source: MediaSource; at: Instant }[] {
  const since = new Map<MediaSource, Instant>()
  for (const { source, at, userId: sender } of events)
    if (source !== null && sender === userId) since.set(source, Math.min(at, since.get(source) ?? at))
  return [...since].map(([source, at]) => ({ source, at })).toSorted((one, other) => one.at - other.at)
}

/**
 * The times in `range` during which only one witness saw somebody inside, in order, those within `WITNESS_TOLERANCE` left out.
 * A presence without an end lasts until the end of `range`, which is not after now.
 */
export function differencesOf(seen: Record<Witness, readonly Presence[]>, range: TimeRange): Difference[] {
  const during = (times: readonly Presence[]) =>
    times
      .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end ?? range.end, range.end) }))
      .filter(({ start, end }) => start < end)
  const times = { room: during(seen.room), media: during(seen.media) }
  const onlyBy = (seenBy: Witness, other: Witness): Difference[] =>
    times[seenBy].flatMap((time) => withoutTaken(time, times[other])).map((part) => ({ ...part, seenBy }))
  return [...onlyBy('room', 'media'), ...onlyBy('media', 'room')]
    .filter(({ start, end }) => end - start > WITNESS_TOLERANCE)
    .toSorted((one, other) => one.start - other.start)
}
