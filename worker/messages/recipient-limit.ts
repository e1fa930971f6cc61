import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { RECIPIENT_THROTTLE } from '#domain/throttle'
import { consumeAttempt } from '../http/throttle.ts'

/**
 * Counts a message that somebody asked for, by its address or number: over all accounts and callers, so that nobody's mailbox or
 * phone is filled (docs/rules/accounts.md 5.6). Counted alike where nobody has the address.
 * @throws TooManyRequests past ten in a row.
 */
export const countMessageTo = (db: Db, channel: 'email' | 'whatsapp', to: string, now: Instant): Promise<void> =>
  consumeAttempt(db, `${channel} to ${to}`, now, RECIPIENT_THROTTLE)
