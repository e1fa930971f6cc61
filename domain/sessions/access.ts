import type { Instant, TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { roomState } from './hours.ts'
import type { SessionKind } from './session-id.ts'

/** The parts of a lesson, interview or demo session that access and alarms depend on. Epoch milliseconds. */
export type ScheduledMeeting = TimeRange & { kind: SessionKind; memberIds: readonly number[]; isCanceled: boolean }

/**
 * Why somebody may not see who is in a session: only its two members may, and nobody once it is cancelled
 * (docs/rules/live.md 5.2). The time does not matter: the pre-session screen may be opened at any time.
 */
export function whyNotVisible(meeting: ScheduledMeeting | null, userId: number): ErrorCode | null {
  if (!meeting) return 'session-not-found'
  return meeting.memberIds.includes(userId) && !meeting.isCanceled ? null : 'forbidden'
}

/**
 * Why somebody may not be connected to a session: a member may wait for it to open, but connections close once it is over.
 */
export function whyNotConnected(meeting: ScheduledMeeting | null, userId: number, now: Instant): ErrorCode | null {
  const refusal = whyNotVisible(meeting, userId)
  return refusal ?? (meeting && roomState(meeting, now) === 'over' ? 'forbidden' : null)
}

/** Why somebody may not join a session or get a token for its media: its members may, while it is open. */
export function whyNotInside(meeting: ScheduledMeeting | null, userId: number, now: Instant): ErrorCode | null {
  const refusal = whyNotVisible(meeting, userId)
  return refusal ?? (meeting && roomState(meeting, now) === 'open' ? null : 'forbidden')
}
