import { type Instant, minutes } from '../cairo.ts'
import { cutText, visibleLine } from '../text.ts'
import type { ScheduledMeeting } from './access.ts'
import { closesAt, opensAt } from './hours.ts'

/** Why the media of a call did not begin: the room of the session or the media server was not reached, or the two found no path to each other. */
export const joinFailures = ['room', 'media-server', 'no-path'] as const
export type JoinFailure = (typeof joinFailures)[number]

/** Whether media go through a relay. */
export const mediaRoutes = ['direct', 'relay'] as const
export type MediaRoute = (typeof mediaRoutes)[number]

/** What a browser says that the device is connected by; most say nothing. */
export const networkKinds = ['wifi', 'cellular', 'ethernet', 'other'] as const
export type NetworkKind = (typeof networkKinds)[number]

export const deviceClasses = ['phone', 'tablet', 'desktop'] as const
export type DeviceClass = (typeof deviceClasses)[number]

/** The greatest values that a minute may have (docs/rules/lessons.md 12.2). */
export const CALL_BOUNDS = {
  loss: 1000,
  roundTripMs: 60_000,
  jitterMs: 60_000,
  freezes: 600,
  frozenMs: 60_000,
  interruptedMs: 60_000,
  receivedKbps: 100_000,
  firstPictureMs: 60_000,
} as const
export type CallFigure = keyof typeof CALL_BOUNDS
export const callFigures = Object.keys(CALL_BOUNDS) as CallFigure[]

/**
 * What one side of a call has received in a minute (docs/rules/lessons.md 12.1). Figures are null where nothing was measured. The
 * minute of a failure has none.
 */
export type CallMinute = Record<CallFigure, number | null> & {
  /** The beginning of the minute. `loss` is in thousandths of the packets that were sent. */
  minute: Instant
  route: MediaRoute | null
  network: NetworkKind | null
  failure: JoinFailure | null
}

/** How many minutes are sent at once: what could not be sent before comes with the next. */
export const CALL_MINUTES_AT_ONCE = 30

/** A minute is poor above each of these; the last is in milliseconds without a moving picture, or without a connection. */
export const POOR_MINUTE = { loss: 50, roundTripMs: 800, standstillMs: 10_000 } as const

/** So many poor minutes make a poor call, however long it is; or this share of those that were measured. */
export const POOR_CALL = { minutes: 3, oneOf: 5 } as const

/** Whether lessons suffer from such a minute (docs/rules/lessons.md 12.3). */
export const isPoorMinute = ({ loss, roundTripMs, frozenMs, interruptedMs }: CallMinute): boolean =>
  (loss ?? 0) > POOR_MINUTE.loss ||
  (roundTripMs ?? 0) > POOR_MINUTE.roundTripMs ||
  (frozenMs ?? 0) + (interruptedMs ?? 0) > POOR_MINUTE.standstillMs

/** The minutes of a call that were measured on either side, those that were poor on either, and those in which a join failed. */
export type CallCounts = { measured: number; poor: number; failed: number }

/** Whether the call of a lesson was poor (docs/rules/lessons.md 12.3); null where nothing is known of it. */
export function isPoorCall({ measured, poor, failed }: CallCounts): boolean | null {
  if (failed > 0) return true
  if (measured === 0) return null
  return poor >= POOR_CALL.minutes || (poor > 0 && poor * POOR_CALL.oneOf >= measured)
}

type RatedMinute = { minute: Instant; isPoor: boolean; failure: JoinFailure | null }

/** Counts the minutes of both sides; one that both have measured counts once. */
export function countCall(rated: readonly RatedMinute[]): CallCounts {
  const distinct = (of: (one: RatedMinute) => boolean) => new Set(rated.filter(of).map(({ minute }) => minute)).size
  return {
    measured: distinct(({ failure }) => failure === null),
    poor: distinct(({ isPoor }) => isPoor),
    failed: distinct(({ failure }) => failure !== null),
  }
}

/** The beginning of the minute of an instant. */
export const minuteOf = (at: Instant): Instant => at - (at % minutes(1))

/** Whether a minute may be kept of this meeting: it has begun, while the room was open (docs/rules/lessons.md 12.2). */
export const isMinuteOf = (meeting: Pick<ScheduledMeeting, 'start' | 'end'>, minute: Instant, now: Instant): boolean =>
  minute === minuteOf(minute) && minute >= opensAt(meeting) && minute <= Math.min(now, closesAt(meeting))

const LONGEST_OPERATOR = 60

/** The name of a network's operator, as the edge knows it; empty where it knows none. */
export const operatorOf = (name: unknown): string =>
  typeof name === 'string' ? cutText(visibleLine(name), LONGEST_OPERATOR) : ''

/** A coarse class of the device by the header `User-Agent`. Tablets of Android do not name themselves mobile; new iPads call themselves a Macintosh. */
export function deviceClassOf(userAgent: string): DeviceClass {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return 'tablet'
  return /\bMobile\b|\biPhone\b|\biPod\b|\bAndroid\b/.test(userAgent) ? 'phone' : 'desktop'
}
