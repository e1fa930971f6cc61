import { type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, integer } from 'drizzle-orm/sqlite-core'

/** Instants are integer milliseconds UTC; what was made says when, and when it last changed. */
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const createdAt = () => integer('created_at').notNull()
export const updatedAt = () => integer('updated_at').notNull()
export const id = () => integer('id').primaryKey({ autoIncrement: true })

/** For a CHECK, which takes no bound values. */
export const oneOf = (column: AnySQLiteColumn, words: readonly string[]): SQL =>
  sql`${column} IN (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
