/**
 * What somebody has changed in a form, kept beside what is saved and not instead of it: when the saved values change
 * below them, in another tab or by a refetch, only the fields they touched stay theirs, and only those are sent.
 */
export type Fields = Readonly<Record<string, string>>
export type Edits<T extends Fields> = { readonly [K in keyof T]?: T[K] }

/** The fields that differ from what is saved. */
export function changesOf<T extends Fields>(saved: T, edits: Edits<T>): Edits<T> {
  const changed = Object.entries(edits).filter(([field, value]) => value !== saved[field])
  return Object.fromEntries(changed) as Edits<T>
}

/** What is left to save after these were: a field that was typed in meanwhile stays. */
export function withoutSent<T extends Fields>(edits: Edits<T>, sent: Edits<T>): Edits<T> {
  const left = Object.entries(edits).filter(([field, value]) => sent[field] !== value)
  return Object.fromEntries(left) as Edits<T>
}
