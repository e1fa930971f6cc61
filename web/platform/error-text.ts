import { errors } from '../i18n/ar/errors.ts'
import { ApiError } from './api.ts'

/** The sentence for an error code; a code of a newer server that this page does not know gets the general one. */
export const codeText = (code: string): string =>
  Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : errors.unexpected

/** The code of whatever a request threw: `unexpected` for what is no refusal of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** The sentence for whatever a request threw. */
export const errorText = (error: unknown): string => codeText(codeOf(error))
