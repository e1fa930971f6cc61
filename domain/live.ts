import type { Instant } from './cairo.ts'
import { isAdmin, type Role } from './roles.ts'

/** The rooms that many watch at once (docs/rules/live.md 4.1). */
export const BROADCAST_ROOMS = ['TutorsCache', 'AdminInvoices', 'ServerStats'] as const
export type BroadcastRoom = (typeof BROADCAST_ROOMS)[number]

/** The list of tutors is for everybody who is signed in; the two staff rooms are for admins. */
export const mayWatch = (room: BroadcastRoom, role: Role): boolean => room === 'TutorsCache' || isAdmin(role)

/** So many sockets of one person are open at a time; with one more, the oldest is closed. */
export const MAX_CONNECTIONS_PER_USER = 32

/** A line that was not heard for this long is asked whether it lives … */
export const PING_AFTER_MS = 20_000
/** … and is taken for dead after this: a crash is noticed within 30 seconds. */
export const HEARTBEAT_TIMEOUT_MS = 28_000

/** How a line stands that was last heard at a moment. */
export function heartbeatState(lastReceivedAt: Instant, now: Instant): 'alive' | 'silent' | 'gone' {
  if (now - lastReceivedAt >= HEARTBEAT_TIMEOUT_MS) return 'gone'
  return now - lastReceivedAt >= PING_AFTER_MS ? 'silent' : 'alive'
}

/** When lines that were last heard at these moments are to be looked at next, null where there are none. */
export function nextHeartbeatCheck(lastReceivedAt: readonly Instant[], now: Instant): Instant | null {
  const looks = lastReceivedAt.map(
    (at) => at + (heartbeatState(at, now) === 'alive' ? PING_AFTER_MS : HEARTBEAT_TIMEOUT_MS),
  )
  return looks.length === 0 ? null : Math.max(now, Math.min(...looks))
}

/**
 * What one socket may send: so many frames at once, so many a second from then on. Whoever sends more is answered with a
 * refusal for a while, and is sent away when that does not help. Nonsense weighs more than a frame that is understood.
 */
export const FRAME_THROTTLE = { burst: 100, perSecond: 20, nonsense: 4, pauseMs: 2000, refusals: 200 } as const

/** What is remembered of a socket's sending; `left` frames may come at once. */
export type FrameThrottle = { left: number; at: Instant; pausedUntil: Instant; refused: number }

export const newFrameThrottle = (now: Instant): FrameThrottle => ({
  left: FRAME_THROTTLE.burst,
  at: now,
  pausedUntil: 0,
  refused: 0,
})

export type FrameDecision = 'take' | 'refuse' | 'close'

/** Judges the next frame: `weight` is 1 for one that was understood. Milliseconds of a clock that nobody moves. */
export function throttleFrame(
  pace: FrameThrottle,
  weight: number,
  now: Instant,
): { decision: FrameDecision; pace: FrameThrottle } {
  const { burst, perSecond, pauseMs, refusals } = FRAME_THROTTLE
  const left = Math.min(burst, pace.left + ((now - pace.at) / 1000) * perSecond)
  const refused = { left, at: now, refused: pace.refused + 1 }
  const verdict = refused.refused > refusals ? 'close' : 'refuse'
  if (now < pace.pausedUntil) return { decision: verdict, pace: { ...pace, ...refused } }
  if (left < weight) return { decision: verdict, pace: { ...refused, pausedUntil: now + pauseMs } }
  // Only a full second's quiet is forgiven, so that a flood in bursts is a flood.
  const forgiven = left - weight >= burst - perSecond ? 0 : pace.refused
  return { decision: 'take', pace: { left: left - weight, at: now, pausedUntil: 0, refused: forgiven } }
}
