import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The foldings of `normalise` that matter for stored text; SQLite's own comparison distinguishes these letters. */
const FOLDED = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ؤ: 'و', ة: 'ه' } as const
const DROPPED = ['ء', 'ـ', '\u064b', '\u064c', '\u064d', '\u064e', '\u064f', '\u0650', '\u0651', '\u0652']

/**
 * The folded text that words are searched in (docs/rules/api.md 3.4). The migration of `user_search` contains the same
 * expression in indexes and triggers: SQLite uses an expression index only for exactly the same expression.
 */
export const folded = (column: AnySQLiteColumn | SQL): SQL => fold(column, Object.entries(FOLDED))

/**
 * As `folded`, for the search of one already folded word, with less work: letters whose folded form does not occur in the
 * word need no folding, since they cannot match.
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
