import { type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, customType, integer } from 'drizzle-orm/sqlite-core'
import { normalise } from '#domain/arabic'

/** An instant, in epoch milliseconds. */
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const createdAt = () => integer('created_at').notNull()
export const updatedAt = () => integer('updated_at').notNull()
/** How often the row was changed: the SEQUENCE of its calendar event (docs/rules/calendar.md 2.2). */
export const sequence = () => integer('sequence').notNull().default(0)

/**
 * What a text is found by: written together with the text, from the text itself, which is folded here. A trigger queues a row
 * whose text was written without it (`db/schema/texts-to-fold.ts`).
 */
export const folded = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: normalise,
})

export const id = () => integer('id').primaryKey({ autoIncrement: true })

/** Values inlined into the SQL text: a CHECK and a partial index accept no bound parameters. */
export const literals = (...values: readonly (string | number)[]): SQL =>
  sql.raw(values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', '))

export const oneOf = (column: AnySQLiteColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (${literals(...values)})`

export const between = (column: AnySQLiteColumn | SQL, least: number, greatest: number): SQL =>
  sql`${column} BETWEEN ${literals(least)} AND ${literals(greatest)}`

/** The condition that the column holds a value of an enumeration with consecutive numbers. */
export const isMember = (column: AnySQLiteColumn, enumeration: Readonly<Record<string, number>>): SQL =>
  between(column, Math.min(...Object.values(enumeration)), Math.max(...Object.values(enumeration)))

/** For an insert that replaces on a conflict: sets each of these columns to the value of the row that was to be inserted. */
export const fromExcluded = <Name extends string>(table: Record<Name, AnySQLiteColumn>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${table[name].name}"`)]))
