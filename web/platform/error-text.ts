import { errors } from '../i18n/ar/errors.ts'
import { ApiError } from './api.ts'

/** The sentence for a refusal's code, also for one that a newer server knows and this page does not. */
export const codeText = (code: string): string =>
  Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : errors.unexpected

/** The sentence for whatever a call threw. */
export const errorText = (error: unknown): string => codeText(error instanceof ApiError ? error.code : 'unexpected')
