export type Fields = Readonly<Record<string, unknown>>

export type Change = { field: string; before: unknown; after: unknown }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Who wrote and when is the entry's own; a row that repeats it says nothing. */
const OF_THE_WRITE = ['updatedAt', 'updatedBy']

/** The fields that differ between two states of a record, in the order of the newer one. */
export function changesBetween(before: Fields | null, after: Fields | null): Change[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => !OF_THE_WRITE.includes(change.field) && !isSame(change.before, change.after))
}

/** What differs of a form from the record under it: only that is sent, so that a change of the rest by somebody else stays. */
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
 * Compares what somebody else has saved with what I am about to save. `read` is the record as I have read it, `stored` as it is by
 * now, both in the fields of the change.
 */
export function conflictOf(read: Fields, stored: Fields, mine: Fields): Conflict {
  const contested = Object.keys(mine)
    .map((field) => ({ field, theirs: stored[field], mine: mine[field] }))
    .filter((one) => mine[one.field] !== undefined && !isSame(one.theirs, one.mine))
  const theirsOnly = changesBetween(read, stored).filter(({ field }) => !Object.hasOwn(mine, field))
  return { contested, theirsOnly }
}
