import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../platform/api.ts'

/** Which field a refusal of the server is about; the sentence is shown beside it. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'invalid-email': 'email',
  'invalid-email-address': 'email',
  'user-exists': 'email',
  'short-password': 'password',
  'long-password': 'password',
  'invalid-password': 'password',
}

/** The code of whatever failed, as the errors catalogue knows it. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

/** Puts a refusal beside the field that it is about; one that is about none belongs to the whole form. */
export function showRefusal<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  const code = codeOf(error)
  const field = FIELD_OF[code]
  const isShown = field !== undefined && field in form.getValues()
  if (isShown) form.setError(field as Path<T>, { message: code }, { shouldFocus: true })
  else form.setError('root', { message: code })
}
