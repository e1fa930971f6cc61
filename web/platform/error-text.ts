import { ui } from '../i18n/ar/ui.ts'
import { messagesOf } from '../i18n/messages.ts'
import { ApiError } from './api.ts'
import { errorWords } from './error-words.ts'

/**
 * The sentence for an error code; a code of a newer server that this page does not know gets the general one. Without a network
 * the sentences may be missing: then it is that the network may be down.
 */
export function codeText(code: string): string {
  const words = errorWords()
  if (words === null) return messagesOf(ui)('error.text')
  return messagesOf(words)(Object.hasOwn(words, code) ? (code as keyof typeof words) : 'unexpected')
}

/** The code of whatever a request threw: `unexpected` for what is no refusal of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** The sentence for whatever a request threw. */
export const errorText = (error: unknown): string => codeText(codeOf(error))
