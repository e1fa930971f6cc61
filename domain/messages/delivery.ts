import { hours, type Instant, minutes } from '../cairo.ts'

/** The most characters of a delivery error that are stored for staff. */
export const MAX_DELIVERY_ERROR = 300

/** After this many refused attempts a message is parked for staff. */
export const MAX_ATTEMPTS = 6

/** How long the mail provider detects a repeated key: 24 hours by its documentation, minus one for clock differences. */
const KEY_LIFETIME = hours(23)

/**
 * Where a message stands: `parked` waits for staff, `failed` was given up, `sent` was accepted by the provider, the others are as the
 * provider has reported since.
 */
export const DELIVERY_STATES = ['parked', 'failed', 'sent', 'delivered', 'read'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What a provider reports of a message that it has accepted. */
export type DeliveryReport = {
  providerId: string
  event: 'delivered' | 'read' | 'failed'
  at: Instant
  /** The provider's words; null unless it failed. */
  error: string | null
}

export const CHANNELS = ['email', 'whatsapp', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** How long a possibly sent message of the channel may be sent again. */
const REPEATABLE_FOR: Record<Channel, number> = { email: KEY_LIFETIME, whatsapp: 0, push: hours(1) }

/**
 * Push notifications are not parked for staff: they are useless when late. Neither are the mails of a mailing, of which the figures say
 * how many failed (docs/rules/staff.md 18.7), and the confirmation of an erasure, whose address is deleted with it (docs/rules/privacy.md 4.10).
 */
export const isParkable = ({ channel, template }: { channel: Channel; template: string }): boolean =>
  channel !== 'push' && template !== 'mailing' && template !== 'erasure_done'

/** How long a code or a reminder by WhatsApp may take to arrive, before a mail goes to the same person. */
const FALLBACK_AFTER = minutes(2)

/** WhatsApp templates that are useless when they arrive late: reminders, and the code for which somebody waits. */
const URGENT: readonly string[] = [
  'lesson_reminder',
  'interview_reminder',
  'demo_session_reminder',
  'verify_phone_number',
]

/**
 * When a message of WhatsApp's goes by mail unless it was delivered before (docs/rules/messages.md 1.11); null for one that
 * never does.
 */
export const fallbackAt = (template: string, now: Instant): Instant | null =>
  URGENT.includes(template) ? now + FALLBACK_AFTER : null

/** A later mail would come after what the message was about. */
const FALLBACK_USEFUL_FOR = minutes(15)

/** Whether the mail in place of a message that was written at `createdAt` is still of use. */
export const isFallbackUseful = (createdAt: Instant, now: Instant): boolean => now - createdAt < FALLBACK_USEFUL_FOR

/** A message about to be sent. `sendingAt` is the start of an earlier attempt with an unknown result, or null. */
export type Due = { channel: Channel; sendingAt: Instant | null }

/**
 * Whether a message may be sent automatically (docs/rules/messages.md 1.6). A possibly sent one is repeated only by mail,
 * under the same key while the provider still detects it, and as a notification, whose repeat replaces it on the screen.
 */
export const mayBeSent = ({ channel, sendingAt }: Due, now: Instant): boolean =>
  sendingAt === null || now - sendingAt < REPEATABLE_FOR[channel]

/**
 * When a message is tried again after a failed attempt: 1, 2, 4 … minutes later. Null when it is not tried again.
 * `attempts` includes the failed one; `sendingAt` is set if its result is unknown.
 */
export function nextAttemptAt({ attempts, ...due }: Due & { attempts: number }, now: Instant): Instant | null {
  const next = now + minutes(2 ** (attempts - 1))
  return attempts < MAX_ATTEMPTS && mayBeSent(due, next) ? next : null
}
