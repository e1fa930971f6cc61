import { and, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { folded, foldedFor } from '#db/folded'
import { users } from '#db/schema/users'
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

/**
 * The column holds one of these values, or of those that a statement selects; false for an empty list. Values are bound as one
 * JSON text: D1 binds 100 values at most.
 */
export const isAmong = (column: SQLiteColumn, values: readonly (string | number)[] | SQL): SQL =>
  values instanceof SQL
    ? sql`${column} IN (${values})`
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

/**
 * As `isAmong`, but an empty list adds no condition. A single value is compared by `=`, which keeps the order of an index
 * that has the column first, so that the page is read without sorting.
 */
export function listFilter(column: SQLiteColumn, values: readonly (string | number)[] | undefined): SQL | undefined {
  const [first, ...others] = values ?? []
  if (values === undefined || first === undefined) return undefined
  return others.length === 0 ? eq(column, first) : isAmong(column, values)
}

function matchCondition(text: SQL, word: string, match: MatchMode): SQL {
  if (match === 'exact') return sql`${text} = ${word}`
  if (match === 'prefix') return sql`substr(${text}, 1, ${word.length}) = ${word}`
  if (match === 'suffix') return sql`substr(${text}, -${sql.raw(String(word.length))}) = ${word}`
  return sql`instr(${text}, ${word}) > 0`
}

/** The texts of several columns, a line each: folding one text takes less than folding each. */
const together = (columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || char(10) || `,
  )

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
  if (keyword === '') return undefined
  const texts: readonly (SQLiteColumn | SQL)[] = match === 'loose' ? [together(columns)] : columns
  return or(...texts.map((text) => matchCondition(foldedFor(keyword, text), keyword, match)))
}

/** What an account is searched by: the columns of the table `user_search`, which triggers keep. */
export type SearchedField = 'name' | 'email' | 'phone'

const SEARCHED = { name: users.name, email: users.email, phone: users.phone } as const

/** The fewest letters that the trigrams of `user_search` find. */
const TRIGRAM = 3
const LAST_CHARACTER = '\u{10ffff}'

function beginsWith(column: SQLiteColumn, keyword: string, match: MatchMode): SQL {
  const text = folded(column)
  if (match === 'exact') return sql`${text} = ${keyword}`
  return sql`(${text} >= ${keyword} AND ${text} < ${keyword + LAST_CHARACTER})`
}

/** Any match has all trigrams of the keyword in one of the fields; the other modes then look where in it. */
function trigramIds(fields: readonly SearchedField[], keyword: string, match: MatchMode): SQL {
  const phrase = `{${fields.join(' ')}} : "${keyword.replaceAll('"', '""')}"`
  const placed = or(...fields.map((field) => matchCondition(sql.raw(`user_search.${field}`), keyword, match)))
  const isPlaced = match === 'loose' ? undefined : placed
  return sql`SELECT rowid AS id FROM user_search WHERE ${and(sql`user_search MATCH ${phrase}`, isPlaced)}`
}

/** Each field by its own index, which holds all that is asked for. */
const beginningIds = (fields: readonly SearchedField[], keyword: string, match: MatchMode): SQL =>
  sql.join(
    fields.map(
      (field) => sql`SELECT ${users.id} AS id FROM ${users} WHERE ${beginsWith(SEARCHED[field], keyword, match)}`,
    ),
    sql` UNION ALL `,
  )

/** The statement that selects the ids of the accounts found by an index; null where no index finds them. */
function foundIds(fields: readonly SearchedField[], word: string | null | undefined, match: MatchMode): SQL | null {
  const keyword = normalise(word ?? '')
  if (keyword === '') return null
  if ([...keyword].length >= TRIGRAM) return trigramIds(fields, keyword, match)
  return match === 'suffix' ? null : beginningIds(fields, keyword, match)
}

/**
 * How a list goes through what a search has found. `found`: each account that was found is read, and all are sorted.
 * `walked`: the list is walked in its order, and what was not found is left out. Either gives the same rows. So does
 * `accountTextFilter`, for a walk that soon ends: it reads nothing but the accounts that it passes.
 */
export type SearchPlan = 'found' | 'walked'

/**
 * As `textFilter` on these fields of the accounts whose ids `id` holds, by an index. A word of one or two letters is looked
 * for at the beginning of a field (docs/rules/api.md 3.4).
 */
export function accountFilter(
  id: SQLiteColumn,
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode = 'loose',
  plan: SearchPlan = 'found',
): SQL | undefined {
  const ids = foundIds(fields, word, match)
  if (ids === null)
    return textFilter(
      fields.map((field) => SEARCHED[field]),
      word,
      match,
    )
  // The plus sign keeps SQLite from reading the accounts by their ids.
  return plan === 'walked' ? sql`+${id} IN (${ids})` : sql`${id} IN (${ids})`
}

/** As `accountFilter`, from the texts of the account itself. */
export function accountTextFilter(
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode,
): SQL | undefined {
  const isShort = [...normalise(word ?? '')].length < TRIGRAM
  return textFilter(
    fields.map((field) => SEARCHED[field]),
    word,
    isShort && match === 'loose' ? 'prefix' : match,
  )
}

/** The ids of the accounts that have a word as a table `found`, each once, to be counted as they are found; all for no word. */
export function foundAccounts(
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode,
): SQL {
  const ids = foundIds(fields, word, match) ?? sql`SELECT ${users.id} AS id FROM ${users}`
  return sql`(SELECT DISTINCT id FROM (${ids})) AS found`
}

/** Of more accounts than these, reading and sorting them all costs more than a walk to the end of the page. */
export const FEW_FOUND = 1000

/**
 * The number of accounts that a search finds, up to one more than `FEW_FOUND`, as a select; null where no index finds them. It decides
 * how a list of all accounts is searched (docs/rules/api.md 3.7).
 */
export function foundCount(
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode,
): SQL<number> | null {
  const ids = foundIds(fields, word, match)
  return ids && sql<number>`SELECT COUNT(*) FROM (SELECT 1 FROM (${ids}) LIMIT ${FEW_FOUND + 1})`
}

/** The statements that select the ids of at most `most` accounts each whose name, e-mail or phone has the words, newest first. */
export function accountSearches(words: string, most: number): SQL[] {
  const keyword = normalise(words)
  if (keyword === '') return []
  const fields = ['name', 'email', 'phone'] as const
  if ([...keyword].length < TRIGRAM)
    return fields.map(
      (field) =>
        sql`SELECT ${users.id} AS id FROM ${users} WHERE ${beginsWith(SEARCHED[field], keyword, 'prefix')} LIMIT ${most}`,
    )
  const phrase = `"${keyword.replaceAll('"', '""')}"`
  return [sql`SELECT rowid AS id FROM user_search WHERE user_search MATCH ${phrase} ORDER BY rowid DESC LIMIT ${most}`]
}
