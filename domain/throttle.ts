import { type Instant, minutes } from './cairo.ts'

/** Throttles attempts: some are free, then each further one doubles the delay before the next. */
export type ThrottlePolicy = {
  freeAttempts: number
  firstDelayMs: number
  longestDelayMs: number
  /** After this long without an attempt the count is reset. */
  resetAfterMs: number
}

/** Guesses of a password or code, counted per account and network (docs/decisions/004). */
export const GUESS_THROTTLE: ThrottlePolicy = {
  freeAttempts: 10,
  firstDelayMs: minutes(0.5),
  longestDelayMs: minutes(15),
  resetAfterMs: minutes(60),
}

/**
 * Wrong codes of a second step, counted per account and network: fewer are free, because the password was already correct.
 */
export const SECOND_FACTOR_THROTTLE: ThrottlePolicy = {
  freeAttempts: 5,
  firstDelayMs: minutes(0.5),
  longestDelayMs: minutes(15),
  resetAfterMs: minutes(60),
}

/**
 * Guesses of one account's code, or of its password by a holder of its token, from all networks together: stops a
 * distributed attack that no per-network count detects.
 */
export const DISTRIBUTED_GUESS_THROTTLE: ThrottlePolicy = {
  freeAttempts: 50,
  firstDelayMs: minutes(0.5),
  longestDelayMs: minutes(15),
  resetAfterMs: minutes(24 * 60),
}

/** Requests for a code: each message costs money, and each new code allows new guesses. */
export const CODE_REQUEST_THROTTLE: ThrottlePolicy = {
  freeAttempts: 5,
  firstDelayMs: minutes(1),
  longestDelayMs: minutes(60),
  resetAfterMs: minutes(6 * 60),
}

/** How long a wallet's request is left alone before it can be sent again (docs/rules/money.md 3.13). */
export const WALLET_REQUEST_PAUSE = minutes(1)

/** Requests to a wallet that were sent again, per account: each rings a phone, which may be a stranger's. */
export const WALLET_REQUEST_THROTTLE: ThrottlePolicy = {
  freeAttempts: 3,
  firstDelayMs: minutes(10),
  longestDelayMs: minutes(60),
  resetAfterMs: minutes(6 * 60),
}

/** Requested messages per address or number, over all callers and accounts. */
export const RECIPIENT_THROTTLE: ThrottlePolicy = {
  freeAttempts: 10,
  firstDelayMs: minutes(1),
  longestDelayMs: minutes(60),
  resetAfterMs: minutes(24 * 60),
}

/** `uses` per window; a window starts with its first use. */
export type FixedWindow = { uses: number; windowMs: number }

/**
 * Wrong codes from one network, over all accounts. Thousands of people share the address of a mobile network, few of whom
 * mistype a code within half an hour.
 */
export const NETWORK_CODES: FixedWindow = { uses: 100, windowMs: minutes(30) }

/**
 * Accounts registered with a password from one network, taken addresses included: each costs a hash and a mail to an address that may
 * be a stranger's. Thousands of people share the address of a mobile network, and a campaign may bring many of them in one hour.
 */
export const NETWORK_REGISTRATIONS: FixedWindow = { uses: 3000, windowMs: minutes(60) }

/** Contact requests from one network (docs/rules/support.md 2.2). */
export const NETWORK_CONTACT_REQUESTS: FixedWindow = { uses: 1, windowMs: minutes(6 * 60) }

/** Contact requests that are mailed to the staff, from all networks together: the others wait in the inbox (docs/rules/support.md 2.3). */
export const MAILED_CONTACT_REQUESTS: FixedWindow = { uses: 30, windowMs: minutes(60) }

/** WhatsApp messages from one number that reach the staff's inbox (docs/rules/messages.md 1.12). */
export const PHONE_REPLIES: FixedWindow = { uses: 20, windowMs: minutes(24 * 60) }

/** Problem reports of one account (docs/rules/support.md 1.1): each may store a screenshot and a log. */
export const ACCOUNT_REPORTS: FixedWindow = { uses: 30, windowMs: minutes(60) }

/** The delay before the next attempt; it doubles with each attempt beyond the free ones. */
export function delayMs(attempts: number, { freeAttempts, firstDelayMs, longestDelayMs }: ThrottlePolicy): number {
  if (attempts < freeAttempts) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - freeAttempts))
}

/** The attempts counted under one key. */
export type Attempts = { count: number; lastAt: Instant }

/** The attempts including a new one; null when the new one comes before its delay has passed. */
export function withAttempt(attempts: Attempts | null, now: Instant, policy: ThrottlePolicy): Attempts | null {
  if (!attempts || now - attempts.lastAt >= policy.resetAfterMs) return { count: 1, lastAt: now }
  if (now - attempts.lastAt < delayMs(attempts.count, policy)) return null
  return { count: attempts.count + 1, lastAt: now }
}
