import { type Instant, minutes } from '../cairo.ts'
import type { FixedWindow } from '../throttle.ts'

/** Protection of passwords against guessing (docs/decisions/004). */

/** How long a network from which an account was signed in to counts as known. */
export const KNOWN_NETWORK_MS = minutes(90 * 24 * 60)

/** The earliest sign-in that makes a network a known one at `now`. */
export const knownSince = (now: Instant): Instant => now - KNOWN_NETWORK_MS

/** Wrong passwords of one account from unknown networks before each further guess requires a challenge. */
export const ACCOUNT_GUESSES: FixedWindow = { uses: 20, windowMs: minutes(24 * 60) }

/** The same per network over all accounts: thousands of people share the address of a mobile network or a school. */
export const NETWORK_GUESSES: FixedWindow = { uses: 300, windowMs: minutes(60) }

/** Each level doubles the work of the previous one. */
export const HIGHEST_LEVEL = 6

const levelBeyond = (guesses: number, free: number): number | null =>
  guesses <= free ? null : Math.floor(guesses / free) - 1

/**
 * The difficulty of the challenge for a sign-in from an unknown network: null for none, 0 for about two seconds on a cheap
 * phone, and one level more for each further multiple of the free guesses. Guesses include the current one and the wrong
 * ones before it.
 */
export function challengeLevel(guesses: { ofAccount: number; ofNetwork: number }): number | null {
  const levels = [
    levelBeyond(guesses.ofAccount, ACCOUNT_GUESSES.uses),
    levelBeyond(guesses.ofNetwork, NETWORK_GUESSES.uses),
  ].filter((level) => level !== null)
  return levels.length === 0 ? null : Math.min(HIGHEST_LEVEL, Math.max(...levels))
}
