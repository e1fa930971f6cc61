import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { RECIPIENT_THROTTLE } from '#domain/throttle'
import { mailboxOf } from '#domain/users/mailbox'
import { consumeAttempt } from '../http/throttle.ts'

/**
 * Counts a requested message by its mailbox, whose spellings are one, or its number, over all accounts and callers, so that nobody's
 * mailbox or phone can be flooded (docs/rules/accounts.md 5.6). Addresses without an account are counted the same way.
 * @throws TooManyRequests above ten in a row.
 */
export const countMessageTo = (db: Db, channel: 'email' | 'whatsapp', to: string, now: Instant): Promise<void> =>
  consumeAttempt(db, `${channel} to ${channel === 'email' ? mailboxOf(to) : to}`, now, RECIPIENT_THROTTLE)

/**
 * Counts a mail that tells an account's address what its holder has done: nobody may have proven that address, and without a limit a
 * stranger's mailbox could be filled by changing an account again and again (docs/rules/accounts.md 5.6). Apart from the messages that
 * anybody may ask for, which would otherwise keep the owner from a change.
 * @throws TooManyRequests past ten in a row.
 */
export const countNoticeTo = (db: Db, to: string, now: Instant): Promise<void> =>
  consumeAttempt(db, `notices to ${mailboxOf(to)}`, now, RECIPIENT_THROTTLE)
