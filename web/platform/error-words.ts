import type { errors } from '../i18n/ar/errors.ts'

type ErrorWords = typeof errors

let known: ErrorWords | null = null

export function setErrorWords(words: ErrorWords): void {
  known = words
}

/** The sentences of all error codes; null until they are loaded. */
export const errorWords = (): ErrorWords | null => known

/** They weigh more than most screens, and most visits never need one: the first refusal loads them. Never fails. */
export async function loadErrorWords(): Promise<void> {
  if (known === null) await import('./all-error-words.ts').catch(() => undefined)
}
