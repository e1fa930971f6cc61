import { type Instant, minutes } from './cairo.ts'

/** How guesses of a secret are slowed down: so many tries are free, then each wrong one makes the next wait longer. */
export type ThrottlePolicy = {
  freeAttempts: number
  firstDelayMs: number
  longestDelayMs: number
  /** Without a try for so long, the tries are forgotten. */
  resetAfterMs: number
}

/** Passwords and codes, counted for an account from one place (docs/decisions/004). */
export const GUESS_THROTTLE: ThrottlePolicy = {
  freeAttempts: 10,
  firstDelayMs: minutes(0.5),
  longestDelayMs: minutes(15),
  resetAfterMs: minutes(60),
}

/** Guesses of one account's code from all places together: only a crowd gets this far, and it gets no further. */
export const DISTRIBUTED_GUESS_THROTTLE: ThrottlePolicy = {
  freeAttempts: 50,
  firstDelayMs: minutes(0.5),
  longestDelayMs: minutes(15),
  resetAfterMs: minutes(24 * 60),
}

/** Codes that somebody asks for: a message costs money, and each new code allows new guesses. */
export const CODE_REQUEST_THROTTLE: ThrottlePolicy = {
  freeAttempts: 5,
  firstDelayMs: minutes(1),
  longestDelayMs: minutes(60),
  resetAfterMs: minutes(6 * 60),
}

/** How long the next try must wait after so many wrong ones: it doubles with each past the free ones. */
export function delayMs(attempts: number, { freeAttempts, firstDelayMs, longestDelayMs }: ThrottlePolicy): number {
  if (attempts < freeAttempts) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - freeAttempts))
}

/** What is remembered of the tries at one door. */
export type Attempts = { count: number; lastAt: Instant }

/** The tries with one more, or null when it comes too soon. */
export function withAttempt(attempts: Attempts | null, now: Instant, policy: ThrottlePolicy): Attempts | null {
  if (!attempts || now - attempts.lastAt >= policy.resetAfterMs) return { count: 1, lastAt: now }
  if (now - attempts.lastAt < delayMs(attempts.count, policy)) return null
  return { count: attempts.count + 1, lastAt: now }
}
