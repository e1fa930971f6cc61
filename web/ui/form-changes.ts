/** The texts in a form's fields. */
export type Texts = Readonly<Record<string, string>>

/** The fields of `typed` that differ from what is saved. */
export function changesOf<T extends Texts>(saved: T, typed: Partial<T>): Partial<T> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== saved[field])
  return Object.fromEntries(changed) as Partial<T>
}

/** What is still unsaved after `sent` was saved: a field that was edited meanwhile stays. */
export function withoutSent<T extends Texts>(typed: Partial<T>, sent: Partial<T>): Partial<T> {
  const left = Object.entries(typed).filter(([field, value]) => sent[field] !== value)
  return Object.fromEntries(left) as Partial<T>
}
