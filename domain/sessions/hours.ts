import { type Instant, minutes, type TimeRange } from '../cairo.ts'

/** When the room of a meeting can be entered (docs/rules/live.md 5.3). */
export const OPENS_BEFORE_MINUTES = 15
export const CLOSES_AFTER_MINUTES = 30

/** Without the other one for this long after the start, one may say so (docs/rules/lessons.md 7.2). */
export const ABSENT_AFTER_MINUTES = 3

export type RoomState = 'early' | 'open' | 'over'

/** From a quarter of an hour before the start to half an hour after the end, both edges included. Epoch milliseconds. */
export function roomState({ start, end }: TimeRange, now: Instant): RoomState {
  if (now < start - minutes(OPENS_BEFORE_MINUTES)) return 'early'
  return now <= closesAt({ end }) ? 'open' : 'over'
}

/** The last instant at which the room can be entered. */
export const closesAt = ({ end }: Pick<TimeRange, 'end'>): Instant => end + minutes(CLOSES_AFTER_MINUTES)

/** The first instant at which the room can be entered. */
export const opensAt = ({ start }: Pick<TimeRange, 'start'>): Instant => start - minutes(OPENS_BEFORE_MINUTES)

/** Whether the other one is missed by now: from three minutes after the start until the end. */
export const mayReportAbsence = ({ start, end }: TimeRange, now: Instant): boolean =>
  now >= start + minutes(ABSENT_AFTER_MINUTES) && now <= end
