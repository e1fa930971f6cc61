import type { RecordKind } from '#domain/staff/records'
import { codeOf } from '../../../platform/error-text.ts'
import { askConflict } from '../conflict-store.ts'
import { conflictOf, type Fields } from './changes.ts'

type Versioned = { updatedAt: string }

type VersionedSave<Stored extends Versioned, Saved> = {
  kind: RecordKind
  /** The record as the form was filled from it. */
  read: Stored
  /** What is about to be saved, by the names of the call's body. */
  changes: Fields
  /** Makes the call on the version of the record in `over`; `version` goes into its options. */
  save: (options: { version: string }, over: Stored) => Promise<Saved>
  /** Fetches the current record; null if it no longer exists. */
  reload: () => Promise<Stored | null>
  /** The record's fields under the names of `changes`, where the answer names them otherwise. */
  fieldsOf?: (record: Stored) => Fields
}

export type VersionedOutcome<Stored, Saved> =
  /** `over` is the version that the change was made on. */
  { outcome: 'saved'; saved: Saved; over: Stored } | { outcome: 'discarded'; stored: Stored }

/**
 * Saves a change based on the version that was read. If another user has saved meanwhile, both versions are shown side by
 * side, and the change is either `discarded` or applied to the newer version (docs/rules/staff.md 3.3). The dialog
 * belongs to the shell.
 * @throws ApiError `version-conflict` when nothing was chosen, and whatever the calls throw.
 */
export async function saveVersioned<Stored extends Versioned, Saved>({
  kind,
  read,
  changes,
  save,
  reload,
  fieldsOf = (record) => record,
}: VersionedSave<Stored, Saved>): Promise<VersionedOutcome<Stored, Saved>> {
  let known = read
  for (;;)
    try {
      return { outcome: 'saved', saved: await save({ version: known.updatedAt }, known), over: known }
    } catch (error) {
      if (codeOf(error) !== 'version-conflict') throw error
      const stored = await reload()
      if (stored === null) throw error
      const conflict = conflictOf(fieldsOf(known), fieldsOf(stored), changes)
      const isContested = conflict.contested.length + conflict.theirsOnly.length > 0
      const choice = isContested ? await askConflict(kind, conflict) : 'mine'
      if (choice === 'undecided') throw error
      if (choice === 'theirs') return { outcome: 'discarded', stored }
      known = stored
    }
}
