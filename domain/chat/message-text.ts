import type { ErrorCode } from '#domain/errors'
import { innerText, isWellFormed } from '#domain/rich-text'

export const MAX_MESSAGE = 1000

/** A message says something, in at most 1000 characters besides its tags (facts: accounts 4.6, chat 11.2). */
export function whyNotMessageText(text: string): ErrorCode | null {
  if (!isWellFormed(text)) return 'message-text-invalid-html'
  const { length } = innerText(text)
  if (length === 0) return 'message-text-too-short'
  return length > MAX_MESSAGE || text.length > 2 * MAX_MESSAGE ? 'message-text-too-long' : null
}
