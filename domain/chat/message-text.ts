import { innerText, isWellFormed, shownText } from '#domain/rich-text'

export const MAX_MESSAGE = 1000

const ENTITY = /&(?:lt|gt|amp|quot|apos|#39|nbsp);/g

/** How many characters are left, negative when too long: 1000 of text, and twice as many including tags. */
export const charactersLeft = (text: string): number =>
  Math.min(MAX_MESSAGE - innerText(text).length, 2 * MAX_MESSAGE - text.replace(ENTITY, '&').length)

export type MessageTextRefusal = 'message-text-invalid-html' | 'message-text-too-short' | 'message-text-too-long'

/** A message has a visible character and at most 1000 characters without its tags (docs/rules/chat.md 2.1). */
export function whyNotMessageText(text: string): MessageTextRefusal | null {
  if (!isWellFormed(text)) return 'message-text-invalid-html'
  if (shownText(text) === '') return 'message-text-too-short'
  return charactersLeft(text) < 0 ? 'message-text-too-long' : null
}
