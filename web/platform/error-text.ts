import { errors } from '../i18n/ar/errors.ts'
import { messagesOf } from '../i18n/messages.ts'
import { ApiError } from './api.ts'

/** The sentence for an error code; a code of a newer server that this page does not know gets the general one. */
export const codeText = (code: string): string =>
  messagesOf(errors)(Object.hasOwn(errors, code) ? (code as keyof typeof errors) : 'unexpected')

/** The code of whatever a request threw: `unexpected` for what is no refusal of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** The sentence for whatever a request threw. */
export const errorText = (error: unknown): string => codeText(codeOf(error))
