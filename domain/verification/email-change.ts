import { hours, type Instant } from '../cairo.ts'

/** How an account comes to another address (docs/rules/accounts.md 7.3). */

/** For so long the link in the mail to the old address puts it back. */
export const UNDO_EMAIL_DAYS = 7

/** Until when an address that was replaced at `now` may be put back. */
export const undoEnd = (now: Instant): Instant => now + hours(24 * UNDO_EMAIL_DAYS)

export type EmailChange = 'wait' | 'replace'

/**
 * A proven address stays until the new one is proven; one that nobody has proven is replaced at once. Staff replace any, at
 * the word of its owner.
 */
export const emailChangeOf = ({ verifiedEmail }: { verifiedEmail: boolean }, isOwner: boolean): EmailChange =>
  isOwner && verifiedEmail ? 'wait' : 'replace'
