import { type Instant, minutes } from '../cairo.ts'
import type { FixedWindow } from '../throttle.ts'

/** How passwords are guarded against guessing from anywhere (docs/decisions/004). */

/** For this long a network from which an account was signed in to counts as one of its own. */
export const KNOWN_NETWORK_MS = minutes(90 * 24 * 60)

/** The last sign-in that makes a network one of the account's own at `now`. */
export const knownSince = (now: Instant): Instant => now - KNOWN_NETWORK_MS

/** Wrong passwords of one account from networks that are not its own, before each further guess takes a challenge. */
export const ACCOUNT_GUESSES: FixedWindow = { uses: 20, windowMs: minutes(24 * 60) }

/** The same of one network, over all accounts: thousands of people share the address of a mobile network or a school. */
export const NETWORK_GUESSES: FixedWindow = { uses: 300, windowMs: minutes(60) }

/** Each level is twice the work of the one before. */
export const HIGHEST_LEVEL = 6

const levelBeyond = (guesses: number, free: number): number | null =>
  guesses <= free ? null : Math.floor(guesses / free) - 1

/**
 * How much work a sign-in takes from a network that is not the account's own: null is none, 0 about two seconds of a cheap phone,
 * and one level more for as many guesses again as were free. Guesses are the present one and the wrong ones before it.
 */
export function challengeLevel(guesses: { ofAccount: number; ofNetwork: number }): number | null {
  const levels = [
    levelBeyond(guesses.ofAccount, ACCOUNT_GUESSES.uses),
    levelBeyond(guesses.ofNetwork, NETWORK_GUESSES.uses),
  ].filter((level) => level !== null)
  return levels.length === 0 ? null : Math.min(HIGHEST_LEVEL, Math.max(...levels))
}
