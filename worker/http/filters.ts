import { and, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { normalise } from '#domain/arabic'
import type { MatchMode } from '#domain/search'

/** The filters of list calls as SQL conditions (docs/rules/api.md 3.2). Undefined, a filter adds no condition. */

type Bounds<T> = {
  gte?: T | undefined
  lte?: T | undefined
  gt?: T | undefined
  lt?: T | undefined
  noeq?: T | undefined
}

const given = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value)

function within(column: SQLiteColumn, bounds: Bounds<number>): SQL | undefined {
  return and(
    given(bounds.gte, (value) => gte(column, value)),
    given(bounds.lte, (value) => lte(column, value)),
    given(bounds.gt, (value) => gt(column, value)),
    given(bounds.lt, (value) => lt(column, value)),
    given(bounds.noeq, (value) => ne(column, value)),
  )
}

/** Also of instants, which the contract has decoded to numbers. */
export function numberFilter(column: SQLiteColumn, filter: NumberFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined
  return typeof filter === 'number' ? eq(column, filter) : within(column, filter)
}

/** True: the column has a value; false: it has none. */
export const presenceFilter = (column: SQLiteColumn, present: boolean | undefined): SQL | undefined =>
  given(present, (value) => (value ? isNotNull(column) : isNull(column)))

export const flagFilter = (column: SQLiteColumn, flag: boolean | undefined): SQL | undefined =>
  given(flag, (value) => eq(column, value))

/** The column holds one of these values; false for an empty list. They are bound as one JSON text: D1 binds 100 values at most. */
export const isAmong = (column: SQLiteColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

/** As `isAmong`, but an empty list adds no condition. */
export const listFilter = (column: SQLiteColumn, values: readonly (string | number)[] | undefined): SQL | undefined =>
  values === undefined || values.length === 0 ? undefined : isAmong(column, values)

/** The foldings of `normalise` that matter for stored text, as SQLite's own comparison leaves Arabic letters apart. */
const FOLDED = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ؤ: 'و', ة: 'ه' } as const
const DROPPED = ['ء', 'ـ', '\u064b', '\u064c', '\u064d', '\u064e', '\u064f', '\u0650', '\u0651', '\u0652']

function folded(column: SQLiteColumn): SQL {
  let text = sql`lower(${column})`
  for (const [letter, same] of Object.entries(FOLDED))
    text = sql`replace(${text}, ${sql.raw(`'${letter}', '${same}'`)})`
  for (const letter of DROPPED) text = sql`replace(${text}, ${sql.raw(`'${letter}', ''`)})`
  return text
}

function matchCondition(text: SQL, word: string, match: MatchMode): SQL {
  if (match === 'exact') return sql`${text} = ${word}`
  if (match === 'prefix') return sql`substr(${text}, 1, ${word.length}) = ${word}`
  if (match === 'suffix') return sql`substr(${text}, -${sql.raw(String(word.length))}) = ${word}`
  return sql`instr(${text}, ${word}) > 0`
}

/**
 * One of the columns contains the word, both folded as by `normalise`; null finds the rows where all the columns are null.
 * An empty word adds no condition.
 */
export function textFilter(
  columns: SQLiteColumn[],
  word: string | null | undefined,
  match: MatchMode = 'loose',
): SQL | undefined {
  if (word === undefined) return undefined
  if (word === null) return and(...columns.map((column) => isNull(column)))
  const keyword = normalise(word)
  return keyword === '' ? undefined : or(...columns.map((column) => matchCondition(folded(column), keyword, match)))
}
