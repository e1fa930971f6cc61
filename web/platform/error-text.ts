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

/** The key of a thrown value's text: its code, with the reason of its details where there is a text for it. */
export function textKeyOf(error: unknown): string {
  const code = codeOf(error)
  const details = error instanceof ApiError ? (error.details as { why?: unknown } | undefined) : undefined
  const key = `${code}:${details?.why}`
  return Object.hasOwn(errorWords() ?? {}, key) ? key : code
}

/** The text for a thrown value. */
export const errorText = (error: unknown): string => codeText(textKeyOf(error))
