import type { Instant } from './cairo.ts'
import { isAdmin, isStaff, type Role } from './roles.ts'

/** The broadcast rooms (docs/rules/live.md 4.1). */
export const BROADCAST_ROOMS = ['TutorsCache', 'AdminInvoices', 'ServerStats', 'Staff'] as const
export type BroadcastRoom = (typeof BROADCAST_ROOMS)[number]

/** `TutorsCache` is open to all signed-in users, `Staff` to all staff, the other two rooms to admins. */
export function maySubscribe(room: BroadcastRoom, role: Role): boolean {
  if (room === 'TutorsCache') return true
  return room === 'Staff' ? isStaff(role) : isAdmin(role)
}

/** Open connections of one user to one Durable Object; one more closes the oldest. */
export const MAX_CONNECTIONS_PER_USER = 32

/** A connection that has sent nothing for this long gets a ping … */
export const PING_AFTER_MS = 20_000
/** … and is closed after this time, so that a crash is noticed within 30 seconds. */
export const HEARTBEAT_TIMEOUT_MS = 28_000

/**
 * How long a user stays online after their last tab has closed (docs/rules/live.md 2.1): longer than a lost connection's
 * first attempt to reconnect.
 */
export const RETURN_MS = 5000

/**
 * The maximum number of rooms whose missed messages are sent over the socket (docs/rules/live.md 1.8); a tab shows one or
 * two.
 */
export const MAX_RESUMED_ROOMS = 8

/** The state of a connection by the time of its last received frame. */
export function heartbeatState(lastReceivedAt: Instant, now: Instant): 'alive' | 'overdue' | 'lost' {
  if (now - lastReceivedAt >= HEARTBEAT_TIMEOUT_MS) return 'lost'
  return now - lastReceivedAt >= PING_AFTER_MS ? 'overdue' : 'alive'
}

/** When to check next, by the time of each connection's last received frame; null without connections. */
export function nextHeartbeatCheck(lastReceivedAt: readonly Instant[], now: Instant): Instant | null {
  const checks = lastReceivedAt.map(
    (at) => at + (heartbeatState(at, now) === 'alive' ? PING_AFTER_MS : HEARTBEAT_TIMEOUT_MS),
  )
  return checks.length === 0 ? null : Math.max(now, Math.min(...checks))
}

/**
 * A token bucket per connection: `burst` frames at once, then `perSecond`. Beyond that, frames are refused for `pauseMs`,
 * and the connection is closed after `maxRefusals`. An invalid frame costs `invalidWeight`. The burst admits an outbox of
 * 200 messages written while offline (docs/rules/live.md 1.4).
 */
export const FRAME_THROTTLE = { burst: 250, perSecond: 20, invalidWeight: 4, pauseMs: 2000, maxRefusals: 200 } as const

/**
 * The maximum number of messages of one room in a frame; each counts as a frame. It lets an offline outbox be stored in few
 * calls and keeps its order.
 */
export const MAX_MESSAGES_TOGETHER = 50

type Throttling = { burst: number; perSecond: number; pauseMs: number; maxRefusals: number }

/**
 * The token bucket of a user in one Durable Object, over all their sockets including closed ones, so that reconnecting does
 * not reset the limit. Opening a socket costs `openingWeight` frames.
 */
export const PERSON_THROTTLE = { burst: 600, perSecond: 40, openingWeight: 5, pauseMs: 2000, maxRefusals: 800 } as const

/** The state of a token bucket: `left` tokens remain; `refused` counts towards `maxRefusals`. */
export type FrameThrottle = { left: number; at: Instant; pausedUntil: Instant; refused: number }

export const newFrameThrottle = (now: Instant, { burst }: Throttling = FRAME_THROTTLE): FrameThrottle => ({
  left: burst,
  at: now,
  pausedUntil: 0,
  refused: 0,
})

export type FrameDecision = 'accept' | 'refuse' | 'close'

/** The tokens available at `now`. */
const leftAt = ({ left, at }: FrameThrottle, now: Instant, { burst, perSecond }: Throttling): number =>
  Math.min(burst, left + ((now - at) / 1000) * perSecond)

/** Whether the bucket is full again, so that its state equals a new one's. */
export const isReplenished = (throttle: FrameThrottle, now: Instant, throttling: Throttling): boolean =>
  now >= throttle.pausedUntil && leftAt(throttle, now, throttling) >= throttling.burst

const STRICTNESS = { accept: 0, refuse: 1, close: 2 } as const

/** The stricter of two decisions on a frame. */
export const stricter = (one: FrameDecision, other: FrameDecision): FrameDecision =>
  STRICTNESS[one] >= STRICTNESS[other] ? one : other

/** Decides on the next frame; `weight` is 1 for a valid one. `now` must be the machine's clock, which tests do not move. */
export function throttleFrame(
  throttle: FrameThrottle,
  weight: number,
  now: Instant,
  throttling: Throttling = FRAME_THROTTLE,
): { decision: FrameDecision; throttle: FrameThrottle } {
  const { burst, perSecond, pauseMs, maxRefusals } = throttling
  const left = leftAt(throttle, now, throttling)
  const refused = { left, at: now, refused: throttle.refused + 1 }
  const decision = refused.refused > maxRefusals ? 'close' : 'refuse'
  if (now < throttle.pausedUntil) return { decision, throttle: { ...throttle, ...refused } }
  if (left < weight) return { decision, throttle: { ...refused, pausedUntil: now + pauseMs } }
  // The count resets only when the bucket is almost full; otherwise bursts with short pauses would never be closed.
  const refusedCount = left - weight >= burst - perSecond ? 0 : throttle.refused
  return { decision: 'accept', throttle: { left: left - weight, at: now, pausedUntil: 0, refused: refusedCount } }
}
