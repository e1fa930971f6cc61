/** How much of a phone number the list of undelivered messages shows (docs/rules/staff.md 6.5). */
const SHOWN_DIGITS = 3

/** The last three digits of a phone number. */
export const maskPhone = (phone: string): string =>
  '•'.repeat(Math.max(0, phone.length - SHOWN_DIGITS)) + phone.slice(-SHOWN_DIGITS)

/** The first letter of a mailbox, and its domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.charAt(0)}•••${email.slice(at)}`
}

const ADDRESS = /[\w.+-]+@[\w.-]+/g
const URL_TEXT = /https?:\/\/\S+/g
/** Phone numbers and codes; the three digits of an HTTP status are kept. */
const DIGITS = /\d{4,}/g

/** The text of a delivery error with links, addresses, numbers and codes masked, which it may repeat from the message. */
export const maskError = (error: string): string =>
  error.replace(URL_TEXT, '…').replace(ADDRESS, maskEmail).replace(DIGITS, '•••')
