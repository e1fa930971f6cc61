import type { errors } from '#messages/errors'

type ErrorWords = typeof errors

let known: ErrorWords | null = null

export function setErrorWords(words: ErrorWords): void {
  known = words
}

/** The texts of all error codes; null until they are loaded. */
export const errorWords = (): ErrorWords | null => known

/** Loaded on the first error, because they are larger than most screens, and most visits never need one. Never fails. */
export async function loadErrorWords(): Promise<void> {
  if (known !== null) return
  const loaded = await import('#messages/errors').catch(() => null)
  if (loaded) setErrorWords(loaded.errors)
}
