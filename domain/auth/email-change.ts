import { hours, type Instant } from '../cairo.ts'

/** Changing an account's e-mail address (docs/rules/accounts.md 7.3). */

/** How many days the link in the mail to the old address can restore it. */
export const UNDO_EMAIL_DAYS = 7

/** Until when an address replaced at `now` can be restored. */
export const undoEnd = (now: Instant): Instant => now + hours(24 * UNDO_EMAIL_DAYS)

export type EmailChange = 'wait' | 'replace'

/**
 * A verified address stays until the new one is verified; an unverified one is replaced immediately. Staff replace any, at
 * the request of its owner.
 */
export const emailChangeOf = ({ verifiedEmail }: { verifiedEmail: boolean }, isOwner: boolean): EmailChange =>
  isOwner && verifiedEmail ? 'wait' : 'replace'
