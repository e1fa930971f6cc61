/** The texts that stand in the fields of a form. */
export type Texts = Readonly<Record<string, string>>

/** The fields of `typed` that differ from what is saved. */
export function changesOf<T extends Texts>(saved: T, typed: Partial<T>): Partial<T> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== saved[field])
  return Object.fromEntries(changed) as Partial<T>
}

/** What is left to save once these were: a field that was typed in during the saving stays. */
export function withoutSent<T extends Texts>(typed: Partial<T>, sent: Partial<T>): Partial<T> {
  const left = Object.entries(typed).filter(([field, value]) => sent[field] !== value)
  return Object.fromEntries(left) as Partial<T>
}
