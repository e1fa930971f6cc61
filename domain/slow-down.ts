import { type Instant, minutes } from './cairo.ts'

/** How guesses of a secret are slowed down: so many tries are free, then each wrong one makes the next wait longer. */
export type Pace = {
  freeTries: number
  firstPauseMs: number
  longestPauseMs: number
  /** Without a try for so long, the tries are forgotten. */
  forgottenAfterMs: number
}

/** Passwords and codes, counted for an account from one place (docs/decisions/004). */
export const PACE_OF_GUESSES: Pace = {
  freeTries: 10,
  firstPauseMs: minutes(0.5),
  longestPauseMs: minutes(15),
  forgottenAfterMs: minutes(60),
}

/** Guesses of one account's code from all places together: only a crowd gets this far, and it gets no further. */
export const PACE_OF_A_CROWD: Pace = {
  freeTries: 50,
  firstPauseMs: minutes(0.5),
  longestPauseMs: minutes(15),
  forgottenAfterMs: minutes(24 * 60),
}

/** Codes that somebody asks for: a message costs money, and each new code allows new guesses. */
export const PACE_OF_CODES: Pace = {
  freeTries: 5,
  firstPauseMs: minutes(1),
  longestPauseMs: minutes(60),
  forgottenAfterMs: minutes(6 * 60),
}

/** How long the next try must wait after so many wrong ones: it doubles with each past the free ones. */
export function pauseMs(tries: number, { freeTries, firstPauseMs, longestPauseMs }: Pace): number {
  if (tries < freeTries) return 0
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - freeTries))
}

/** What is remembered of the tries at one door. */
export type Tries = { count: number; lastAt: Instant }

/** The tries with one more, or null when it comes too soon. */
export function withTry(tries: Tries | null, now: Instant, pace: Pace): Tries | null {
  if (!tries || now - tries.lastAt >= pace.forgottenAfterMs) return { count: 1, lastAt: now }
  if (now - tries.lastAt < pauseMs(tries.count, pace)) return null
  return { count: tries.count + 1, lastAt: now }
}
