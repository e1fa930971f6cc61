import { and, eq, gt, gte, isNotNull, isNull, lt, lte, ne, not, or, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { personFiles } from '#db/schema/person-files'
import type { FoldedText } from '#db/schema/texts-to-fold'
import { users } from '#db/schema/users'
import { normalise } from '#domain/arabic'
import type { MatchMode } from '#domain/search'
import { searchedEmail } from '#domain/users/email'
import { searchedPhone } from '#domain/users/phone'

/** The filters of list calls as SQL conditions (docs/rules/api.md 3.2). An undefined filter adds no condition. */

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

/** Also used for instants, which the contract has decoded to numbers. */
export function numberFilter(column: SQLiteColumn, filter: NumberFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined
  return typeof filter === 'number' ? eq(column, filter) : within(column, filter)
}

/** True: the column has a value; false: it has none. */
export const presenceFilter = (column: SQLiteColumn, present: boolean | undefined): SQL | undefined =>
  given(present, (value) => (value ? isNotNull(column) : isNull(column)))

export const flagFilter = (column: SQLiteColumn, flag: boolean | undefined): SQL | undefined =>
  given(flag, (value) => eq(column, value))

/** The rows with a property, or those without it; undefined to leave them all. */
export const having = (flag: boolean | undefined, property: SQL): SQL | undefined =>
  given(flag, (value) => (value ? property : not(property)))

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

/** As SQLite counts them: code points. */
const charactersOf = (word: string): number => [...word].length

function matchCondition(text: SQL, word: string, match: MatchMode): SQL {
  if (match === 'exact') return sql`${text} = ${word}`
  if (match === 'prefix') return sql`substr(${text}, 1, ${charactersOf(word)}) = ${word}`
  if (match === 'suffix') return sql`substr(${text}, -${sql.raw(String(charactersOf(word)))}) = ${word}`
  return sql`instr(${text}, ${word}) > 0`
}

/** The folds of several texts joined by line breaks, which no fold contains: one search takes less time than several. */
const together = (folds: readonly SQLiteColumn[]): SQL =>
  sql.join(
    folds.map((fold) => sql`coalesce(${fold}, '')`),
    sql` || char(10) || `,
  )

/**
 * One of the texts contains the word, in any spelling (`normalise`); `folds` are the columns that hold the texts folded. An empty
 * word adds no condition.
 */
export function textFilter(
  folds: readonly SQLiteColumn[],
  word: string | undefined,
  match: MatchMode = 'loose',
): SQL | undefined {
  const keyword = normalise(word ?? '')
  if (keyword === '') return undefined
  const texts: readonly SQL[] = match === 'loose' ? [together(folds)] : folds.map((fold) => sql`${fold}`)
  return or(...texts.map((text) => matchCondition(text, keyword, match)))
}

/** As `textFilter` for one text; null finds the rows without any. */
export const writtenTextFilter = (
  { text, fold }: FoldedText,
  word: string | null | undefined,
  match?: MatchMode,
): SQL | undefined => (word === null ? isNull(text) : textFilter([fold], word, match))

/** The searchable fields of an account. Triggers fill the table `user_search` from their columns. */
export type SearchedField = 'name' | 'email' | 'phone'

/** A name is searched in both languages. Addresses and numbers are stored folded. */
const SEARCHED = {
  name: { name: users.foldedName, english_name: users.foldedEnglishName },
  email: { email: users.email },
  phone: { phone: users.phone },
} as const satisfies Record<SearchedField, Readonly<Record<string, SQLiteColumn>>>

/** The columns of `user_search`, and of the accounts, that hold these fields. */
const namesOf = (fields: readonly SearchedField[]): string[] => fields.flatMap((field) => Object.keys(SEARCHED[field]))
const columnsOf = (fields: readonly SearchedField[]): SQLiteColumn[] =>
  fields.flatMap((field) => Object.values(SEARCHED[field]))

/** A whole phone number or e-mail is found in any spelling (docs/rules/api.md 3.4). */
const keywordOf = (word: string): string => normalise(searchedPhone(searchedEmail(word)))

/** Shorter words have no trigram, so `user_search` cannot find them. */
const TRIGRAM = 3
const LAST_CHARACTER = '\u{10ffff}'

function beginsWith(column: SQLiteColumn, keyword: string, match: MatchMode): SQL {
  if (match === 'exact') return sql`${column} = ${keyword}`
  return sql`(${column} >= ${keyword} AND ${column} < ${keyword + LAST_CHARACTER})`
}

/**
 * Every match contains all trigrams of the keyword in one field; for modes other than `loose` the position is checked as
 * well.
 */
function trigramIds(fields: readonly SearchedField[], keyword: string, match: MatchMode): SQL {
  const names = namesOf(fields)
  const phrase = `{${names.join(' ')}} : "${keyword.replaceAll('"', '""')}"`
  const placed = or(...names.map((name) => matchCondition(sql.raw(`user_search.${name}`), keyword, match)))
  const isPlaced = match === 'loose' ? undefined : placed
  return sql`SELECT rowid AS id FROM user_search WHERE ${and(sql`user_search MATCH ${phrase}`, isPlaced)}`
}

/** Each column by an index of its own, which covers it. */
const beginningIds = (fields: readonly SearchedField[], keyword: string, match: MatchMode): SQL =>
  sql.join(
    columnsOf(fields).map(
      (column) => sql`SELECT ${users.id} AS id FROM ${users} WHERE ${beginsWith(column, keyword, match)}`,
    ),
    sql` UNION ALL `,
  )

/** The statement that selects the ids of the accounts that an index finds; null where no index applies. */
function foundIds(fields: readonly SearchedField[], word: string | null | undefined, match: MatchMode): SQL | null {
  const keyword = keywordOf(word ?? '')
  if (keyword === '') return null
  if ([...keyword].length >= TRIGRAM) return trigramIds(fields, keyword, match)
  return match === 'suffix' ? null : beginningIds(fields, keyword, match)
}

/**
 * How a list reads the result of a search. `found`: every found account is read, then sorted. `scanned`: the list is scanned
 * in its order, and rows that were not found are skipped. Both give the same rows, as does `accountTextFilter`, which
 * compares only the accounts it scans and so suits a scan that ends early.
 */
export type SearchPlan = 'found' | 'scanned'

/**
 * As `textFilter` on these fields of the account in the column `id`, using an index. A word of one or two letters is
 * matched at the beginning of a field (docs/rules/api.md 3.4). Null finds the accounts where all the fields are null.
 */
export function accountFilter(
  id: SQLiteColumn,
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode = 'loose',
  plan: SearchPlan = 'found',
): SQL | undefined {
  if (word === null) return and(...fields.map((field) => isNull(users[field])))
  const ids = foundIds(fields, word, match)
  if (ids === null) return textFilter(columnsOf(fields), word, match)
  // The plus sign keeps SQLite from reading the accounts by their ids.
  return plan === 'scanned' ? sql`+${id} IN (${ids})` : sql`${id} IN (${ids})`
}

/** As `accountFilter`, comparing the account's own columns without an index. */
export function accountTextFilter(
  fields: readonly SearchedField[],
  word: string | undefined,
  match: MatchMode,
): SQL | undefined {
  const keyword = keywordOf(word ?? '')
  const isShort = [...keyword].length < TRIGRAM
  return textFilter(columnsOf(fields), keyword, isShort && match === 'loose' ? 'prefix' : match)
}

/**
 * A subquery `found` of the distinct ids of the accounts that match a word, for counting them; all accounts without a word.
 */
export function foundAccounts(
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode,
): SQL {
  const ids = foundIds(fields, word, match) ?? sql`SELECT ${users.id} AS id FROM ${users}`
  return sql`(SELECT DISTINCT id FROM (${ids})) AS found`
}

/** For more matches than these, reading and sorting them all costs more than scanning the list to the end of the page. */
export const FEW_FOUND = 1000

/**
 * Selects the number of accounts that a search finds, up to `FEW_FOUND` + 1; null where no index applies. It decides the
 * `SearchPlan` of a list of all accounts (docs/rules/api.md 3.7).
 */
export function foundCount(
  fields: readonly SearchedField[],
  word: string | null | undefined,
  match: MatchMode,
): SQL<number> | null {
  const ids = foundIds(fields, word, match)
  return ids && sql<number>`SELECT COUNT(*) FROM (SELECT 1 FROM (${ids}) LIMIT ${FEW_FOUND + 1})`
}

/**
 * The statements that each select the ids of at most `most` accounts whose name, e-mail or phone contains the words, newest
 * first.
 */
export function accountSearches(words: string, most: number): SQL[] {
  const keyword = keywordOf(words)
  if (keyword === '') return []
  if ([...keyword].length < TRIGRAM)
    return columnsOf(['name', 'email', 'phone']).map(
      (column) =>
        sql`SELECT ${users.id} AS id FROM ${users} WHERE ${beginsWith(column, keyword, 'prefix')} LIMIT ${most}`,
    )
  const phrase = `"${keyword.replaceAll('"', '""')}"`
  return [sql`SELECT rowid AS id FROM user_search WHERE user_search MATCH ${phrase} ORDER BY rowid DESC LIMIT ${most}`]
}

/**
 * People of whom one of these admins takes care, and who have this tag, however it is spelt (docs/rules/staff.md 10.7);
 * undefined for neither.
 */
export const personFileFilter = (
  person: SQLiteColumn,
  { owners, tag }: { owners?: readonly number[] | undefined; tag?: string | undefined },
): SQL | undefined =>
  and(
    owners?.length
      ? sql`${person} IN (SELECT user_id FROM person_files WHERE ${isAmong(personFiles.ownerId, owners)})`
      : undefined,
    tag && normalise(tag) !== ''
      ? sql`${person} IN (SELECT user_id FROM person_tags WHERE tag = ${normalise(tag)})`
      : undefined,
  )
