import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The foldings of `normalise` that matter for stored text, as SQLite's own comparison leaves Arabic letters apart. */
const FOLDED = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ؤ: 'و', ة: 'ه' } as const
const DROPPED = ['ء', 'ـ', '\u064b', '\u064c', '\u064d', '\u064e', '\u064f', '\u0650', '\u0651', '\u0652']

/**
 * A text as words are searched in it (docs/rules/api.md 3.4). The migration of `user_search` holds the same expression in indexes
 * and triggers: SQLite takes such an index only for the very expression that it was made with.
 */
export const folded = (column: AnySQLiteColumn | SQL): SQL => fold(column, Object.entries(FOLDED))

/**
 * As `folded` for the search of one word, folded itself, with less work: a letter whose folded form the word does not have
 * matches nothing in it either way.
 */
export const foldedFor = (word: string, column: AnySQLiteColumn | SQL): SQL =>
  fold(
    column,
    Object.entries(FOLDED).filter(([, same]) => word.includes(same)),
  )

function fold(column: AnySQLiteColumn | SQL, foldings: readonly [string, string][]): SQL {
  let text = sql`lower(${column})`
  for (const [letter, same] of foldings) text = sql`replace(${text}, ${sql.raw(`'${letter}', '${same}'`)})`
  for (const letter of DROPPED) text = sql`replace(${text}, ${sql.raw(`'${letter}', ''`)})`
  return text
}
