import { getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migratedAround } from '#tests/migrated-db'
import { demoOf } from './demo/demo.ts'
import { statementsOf } from './demo/statements.ts'
import { foldedTexts } from './schema/texts-to-fold.ts'

const MIGRATION = '0053_folded_texts.sql'
const NOW = Date.parse('2026-02-11T10:00:00Z')

it('every text that is there already waits to be folded, and until then a name is found as before', () => {
  const db = migratedAround((file) => file < MIGRATION, statementsOf(demoOf(NOW), 'none', 1))
  const firstOf = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0]
  for (const { text } of foldedTexts) {
    const table = getTableName(text.table)
    const written = firstOf(`SELECT json_group_array(id ORDER BY id) FROM ${table} WHERE ${text.name} IS NOT NULL`)
    const queued = firstOf(
      `SELECT json_group_array(id ORDER BY id) FROM texts_to_fold WHERE "column" = '${table}.${text.name}'`,
    )
    expect([table, text.name, queued]).toEqual([table, text.name, written])
  }
  expect(firstOf('SELECT COUNT(*) FROM texts_to_fold WHERE "column" = \'users.name\'')).toBeGreaterThan(50)
  expect(firstOf('SELECT COUNT(*) FROM users WHERE name IS NOT NULL AND folded_name IS NULL')).toBe(0)
  expect(firstOf("SELECT COUNT(*) FROM user_search WHERE user_search MATCH 'احمد'")).toBeGreaterThan(0)
})

it('the rows of the demo are written folded', () => {
  const db = migratedAround(() => true, statementsOf(demoOf(NOW), 'none', 1))
  expect(db.prepare('SELECT * FROM texts_to_fold').all()).toEqual([])
})
