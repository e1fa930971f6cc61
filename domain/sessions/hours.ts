import { type Instant, minutes, type TimeRange } from '../cairo.ts'

/** The room of a meeting is open from 15 minutes before its start to 30 minutes after its end (docs/rules/live.md 5.3). */
export const OPENS_BEFORE_MINUTES = 15
export const CLOSES_AFTER_MINUTES = 30

/** The other member's absence may be reported from this long after the start (docs/rules/lessons.md 7.2). */
export const ABSENT_AFTER_MINUTES = 3

export type RoomState = 'early' | 'open' | 'over'

/** Both limits are inclusive: a room is `early` before `opensAt` and `over` after `closesAt`. Epoch milliseconds. */
export function roomState({ start, end }: TimeRange, now: Instant): RoomState {
  if (now < start - minutes(OPENS_BEFORE_MINUTES)) return 'early'
  return now <= closesAt({ end }) ? 'open' : 'over'
}

/** The last instant at which the room can be entered. */
export const closesAt = ({ end }: Pick<TimeRange, 'end'>): Instant => end + minutes(CLOSES_AFTER_MINUTES)

/** The first instant at which the room can be entered. */
export const opensAt = ({ start }: Pick<TimeRange, 'start'>): Instant => start - minutes(OPENS_BEFORE_MINUTES)

/** Whether absence may be reported: from three minutes after the start to the end, both inclusive. */
export const mayReportAbsence = ({ start, end }: TimeRange, now: Instant): boolean =>
  now >= start + minutes(ABSENT_AFTER_MINUTES) && now <= end
