import type { ErrorCode } from '#domain/errors'

/**
 * Bounds of a contact request (docs/rules/support.md 2.1); its name and phone follow the rules of users. Expects
 * trimmed text.
 */
export const MIN_CONTACT_TITLE = 5
export const MAX_CONTACT_TITLE = 128
export const MIN_CONTACT_MESSAGE = 10
export const MAX_CONTACT_MESSAGE = 1000

/** 5 to 128 characters. */
export function whyNotContactTitle(title: string): ErrorCode | null {
  if (title.length < MIN_CONTACT_TITLE) return 'short-contact-request-title'
  return title.length > MAX_CONTACT_TITLE ? 'long-contact-request-title' : null
}

/** 10 to 1000 characters. */
export function whyNotContactMessage(message: string): ErrorCode | null {
  if (message.length < MIN_CONTACT_MESSAGE) return 'short-contact-request-message'
  return message.length > MAX_CONTACT_MESSAGE ? 'long-contact-request-message' : null
}
