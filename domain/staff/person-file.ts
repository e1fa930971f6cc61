import { normalise } from '../arabic.ts'

/** What staff keep about a person among themselves (docs/rules/staff.md 10.7). */

/** The longest note, in characters. */
export const MAX_PERSON_NOTE = 4000
/** How many notes are read: the pinned ones, then the newest. */
export const SHOWN_PERSON_NOTES = 200
/** How many tags a person has at most. */
export const MAX_TAGS = 10
/** The longest tag, in characters. */
export const MAX_TAG = 30

/** Each tag once, as it was written first: two that a reader takes for the same word are one. */
export function distinctTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>()
  for (const tag of tags) {
    const folded = normalise(tag)
    if (!byFolded.has(folded)) byFolded.set(folded, tag)
  }
  return [...byFolded.values()]
}

/** A note is deleted by its author alone; whoever reads it may pin it. */
export const mayDeleteNote = (note: { authorId: number }, actor: { id: number }): boolean => note.authorId === actor.id
