import { ui } from '#messages/ui'
import { messagesOf } from '../messages/messages.ts'
import { ApiError } from './api.ts'
import { errorWords } from './error-words.ts'

/**
 * The text of an error code; an unknown code of a newer server gets the general text. Without a network the texts may not
 * be loaded: then the text of a network error is returned.
 */
export function codeText(code: string): string {
  const words = errorWords()
  if (words === null) return messagesOf(ui)('error.text')
  return messagesOf(words)(Object.hasOwn(words, code) ? (code as keyof typeof words) : 'unexpected')
}

/** The code of a thrown value: `unexpected` unless it is an answer of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** The text for a thrown value. */
export const errorText = (error: unknown): string => codeText(codeOf(error))
