import { hours, type Instant, minutes } from '../cairo.ts'

/** After this many attempts that were refused a message is parked for staff. */
export const MAX_ATTEMPTS = 6

/** How long the mail provider recognizes a message that it has had: 24 hours by its documentation, less one for slow clocks. */
const KEY_LIFETIME = hours(23)

export const CHANNELS = ['email', 'whatsapp', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** How long a message of the channel that may have gone out is sent again. */
const REPEATABLE_FOR: Record<Channel, number> = { email: KEY_LIFETIME, whatsapp: 0, push: hours(1) }

/** Staff send nothing again that is seen at once or not at all. */
export const isParkable = (channel: Channel): boolean => channel !== 'push'

/** A message that is about to be sent. `sendingAt` is when an earlier send was begun whose outcome is not known, or null. */
export type Due = { channel: Channel; sendingAt: Instant | null }

/**
 * Whether a message may be sent by itself (docs/rules/messages.md 1.6). One that may have gone out already goes by mail only, under
 * the same key, while the provider still recognizes it, and as a notification, whose repeat replaces it on the screen.
 */
export const mayBeSent = ({ channel, sendingAt }: Due, now: Instant): boolean =>
  sendingAt === null || now - sendingAt < REPEATABLE_FOR[channel]

/**
 * When a message is tried again after an attempt that failed: 1, 2, 4 … minutes later. Null when it is not tried again.
 * `attempts` counts the one that failed; `sendingAt` is what stays unknown after it.
 */
export function nextAttemptAt({ attempts, ...due }: Due & { attempts: number }, now: Instant): Instant | null {
  const next = now + minutes(2 ** (attempts - 1))
  return attempts < MAX_ATTEMPTS && mayBeSent(due, next) ? next : null
}
