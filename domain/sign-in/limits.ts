import { minutes } from '../cairo.ts'

/** How passwords are guarded against guessing from anywhere (docs/decisions/004). */

/** For this long a network from which an account was signed in to counts as one of its own. */
export const KNOWN_NETWORK_MS = minutes(90 * 24 * 60)
