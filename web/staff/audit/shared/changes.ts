export type Fields = Readonly<Record<string, unknown>>

export type Change = { field: string; before: unknown; after: unknown }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Columns that repeat the entry's own author and time. */
const OF_THE_WRITE = ['updatedAt', 'updatedBy']

/** The fields that differ between two states of a record, in the order of the newer one. */
export function changesBetween(before: Fields | null, after: Fields | null): Change[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => !OF_THE_WRITE.includes(change.field) && !isSame(change.before, change.after))
}

/**
 * The fields of a form that differ from the record: only these are sent, so that a concurrent change of
 * another field is not overwritten.
 */
export function changedFrom<Typed extends Fields>(read: Fields, typed: Typed): Partial<Typed> {
  const changed = Object.entries(typed).filter(([field, value]) => !isSame(read[field], value))
  return Object.fromEntries(changed) as Partial<Typed>
}

export type Conflict = {
  /** Fields that both have changed to something else. */
  contested: { field: string; theirs: unknown; mine: unknown }[]
  /** Fields that only the other one has changed, and that a save of mine leaves alone. */
  theirsOnly: Change[]
}

/**
 * Compares another user's saved changes with the changes about to be saved. `read` is the record as it was read, `stored`
 * the current one, both in the fields of the change.
 */
export function conflictOf(read: Fields, stored: Fields, mine: Fields): Conflict {
  const contested = Object.keys(mine)
    .map((field) => ({ field, theirs: stored[field], mine: mine[field] }))
    .filter((one) => mine[one.field] !== undefined && !isSame(one.theirs, one.mine))
  const theirsOnly = changesBetween(read, stored).filter(({ field }) => !Object.hasOwn(mine, field))
  return { contested, theirsOnly }
}
