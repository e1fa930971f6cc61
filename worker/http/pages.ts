import { count, desc, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'

type Dated = SQLiteTable & { id: SQLiteColumn; createdAt: SQLiteColumn }

/** `page` counts from 1. */
export type Page = { page: number; size: number }

export const offsetOf = ({ page, size }: Page): number => (page - 1) * size

/** One page of a table's rows, newest first, and how many there are in all (docs/rules/api.md 3.1). */
export async function newestFirst<T extends Dated>(
  db: Db,
  table: T,
  where: SQL | undefined,
  page: Page,
): Promise<{ rows: InferSelectModel<T>[]; total: number }> {
  const [counted, rows] = await db.batch([
    db
      .select({ total: count() })
      .from(table as SQLiteTable)
      .where(where),
    db
      .select()
      .from(table as SQLiteTable)
      .where(where)
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(page.size)
      .offset(offsetOf(page)),
  ])
  return { rows: rows as InferSelectModel<T>[], total: counted[0]?.total ?? 0 }
}
