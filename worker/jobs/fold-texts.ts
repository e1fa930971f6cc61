import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { type FoldedText, foldedTexts, textsToFold } from '#db/schema/texts-to-fold'
import { normalise } from '#domain/arabic'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'

/** Texts of a column in one batch, and batches of a run; the next run folds the rest. */
const AT_ONCE = 500
const ROUNDS = 10

type Queued = { id: number; text: string | null }

/** As the triggers name a column. */
const nameOf = ({ text }: FoldedText): string => `${getTableName(text.table)}.${text.name}`

const keyOf = ({ text, fold }: FoldedText): string =>
  Object.entries(getTableColumns(text.table)).find(([, column]) => column === fold)?.[0] ?? ''

const queuedStatement = (db: Db, one: FoldedText) =>
  db
    .select({
      id: textsToFold.id,
      text: sql<
        string | null
      >`(SELECT ${one.text} FROM ${one.text.table} WHERE ${one.text.table}.id = ${textsToFold}.id)`.as('text'),
    })
    .from(textsToFold)
    .where(eq(textsToFold.column, nameOf(one)))
    .orderBy(textsToFold.id)
    .limit(AT_ONCE)

/** Stores the folds of these texts and takes them from the queue, but not a text that has changed since it was read. */
function foldStatements(db: Db, one: FoldedText, queued: readonly Queued[]): Statement[] {
  if (queued.length === 0) return []
  const { text } = one
  const table = text.table as SQLiteTable
  const read = JSON.stringify(queued.map((row) => [row.id, row.text, row.text === null ? null : normalise(row.text)]))
  const part = (index: number): SQL => sql.raw(`json_extract(read.value, '$[${index}]')`)
  const changed = sql`SELECT ${table}.id FROM json_each(${read}) AS read CROSS JOIN ${table} ON ${table}.id = ${part(0)}
    WHERE ${part(1)} IS NOT ${text}`
  const ids = queued.map(({ id }) => id)
  return [
    db
      .update(table)
      .set({ [keyOf(one)]: part(2) })
      .from(sql`json_each(${read}) AS read`)
      .where(sql`${table}.id = ${part(0)} AND ${text} IS ${part(1)}`),
    db
      .delete(textsToFold)
      .where(
        and(
          eq(textsToFold.column, nameOf(one)),
          isAmong(textsToFold.id, ids),
          sql`${textsToFold.id} NOT IN (${changed})`,
        ),
      ),
  ]
}

/**
 * Folds the texts that were written without their folds, which no search finds until then: those that a migration has queued,
 * and those of a statement that forgot them. Running it again changes nothing.
 */
export async function foldTexts(_: Env, db: Db): Promise<{ folded: number }> {
  let folded = 0
  for (let round = 0; round < ROUNDS; round++) {
    const queued = await batchAll(
      db,
      foldedTexts.map((one) => queuedStatement(db, one)),
    )
    const statements = foldedTexts.flatMap((one, index) => foldStatements(db, one, queued[index] ?? []))
    await batchAll(db, statements)
    const count = queued.reduce((sum, rows) => sum + rows.length, 0)
    folded += count
    if (count < AT_ONCE) break
  }
  return { folded }
}
