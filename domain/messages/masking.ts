/** How much of a recipient's address the list of undelivered messages shows (docs/rules/staff.md 6.5). */
const SHOWN_DIGITS = 3

/** The last three digits of a phone number. */
export const maskPhone = (phone: string): string =>
  '•'.repeat(Math.max(0, phone.length - SHOWN_DIGITS)) + phone.slice(-SHOWN_DIGITS)

/** The first letter of a mailbox, and its domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.charAt(0)}•••${email.slice(at)}`
}
