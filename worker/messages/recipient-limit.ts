import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { RECIPIENT_THROTTLE } from '#domain/throttle'
import { consumeAttempt } from '../http/throttle.ts'

/**
 * Counts a requested message by its address or number, over all accounts and callers, so that nobody's mailbox or phone can
 * be flooded (docs/rules/accounts.md 5.6). Addresses without an account are counted the same way.
 * @throws TooManyRequests above ten in a row.
 */
export const countMessageTo = (db: Db, channel: 'email' | 'whatsapp', to: string, now: Instant): Promise<void> =>
  consumeAttempt(db, `${channel} to ${to}`, now, RECIPIENT_THROTTLE)
