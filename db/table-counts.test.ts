import type { DatabaseSync } from 'node:sqlite'
import { getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migratedAround } from '#tests/migrated-db'
import { demoOf } from './demo/demo.ts'
import { statementsOf } from './demo/statements.ts'
import { countedTables } from './schema/table-counts.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const MIGRATION = '0042_table_counts.sql'

const names = countedTables.map((table) => getTableName(table))
const isListed = (name: string) => (name === 'availability_slots' ? 'deleted = 0' : '1')

/** What the demo has no rows of: three of each. */
const LACKING = [
  "audit_entries (actor_id, actor_role, act, target_kind, request_id, at) SELECT 1, 0, 'act', 'user', value, 1",
  "invites (email, plan_id, expires_at, created_by, updated_by, created_at, updated_at) SELECT value || '@hessa.test', 1, 1, 1, 1, 1, 1",
  'plan_invites (user_id, plan_id, created_by, created_at) SELECT value, 1, 1, 1',
  `coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
    SELECT value, 1, 1, 1, 1, 1, 1, 1, 1, 1`,
]

/** The demo's rows, written after the migrations that `isBefore`; the others follow. */
const demoDatabase = (isBefore: (file: string) => boolean): DatabaseSync =>
  migratedAround(isBefore, statementsOf(demoOf(NOW), 'none', 1))

const stored = (db: DatabaseSync) =>
  Object.fromEntries(
    names.map((name) => [name, db.prepare('SELECT rows FROM table_counts WHERE name = ?').get(name)?.rows]),
  )
const counted = (db: DatabaseSync) =>
  Object.fromEntries(
    names.map((name) => [name, db.prepare(`SELECT COUNT(*) AS rows FROM ${name} WHERE ${isListed(name)}`).get()?.rows]),
  )

it('counts the rows that are there already', () => {
  const db = demoDatabase((file) => file < MIGRATION)
  expect(stored(db)).toEqual(counted(db))
  expect(stored(db)).toEqual(stored(demoDatabase(() => true)))
})

it('follows each insertion, removal and deletion of a slot', () => {
  const db = demoDatabase(() => true)
  expect(stored(db)).toEqual(counted(db))
  const { users, availability_slots: slots } = counted(db)
  expect([Number(users) > 50, Number(slots) > 100]).toEqual([true, true])
  // Nothing but the counts is looked at from here: other guards keep the rows of most tables.
  const others = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  db.exec('PRAGMA foreign_keys = OFF')
  for (const { name, sql } of others) if (!String(sql).includes('table_counts')) db.exec(`DROP TRIGGER "${name}"`)
  for (const rows of LACKING) db.exec(`INSERT INTO ${rows} FROM json_each('[1,2,3]')`)
  expect(stored(db)).toEqual(counted(db))
  expect(Object.values(counted(db))).not.toContain(0)
  const setDeleted = db.prepare('UPDATE availability_slots SET deleted = ? WHERE id % 3 = ?')
  for (const [deleted, rest] of [
    [1, 0],
    [1, 0],
    [0, 0],
    [1, 1],
  ] as const) {
    setDeleted.run(deleted, rest)
    expect(stored(db)).toEqual(counted(db))
  }
  for (const name of names) {
    db.exec(`DELETE FROM ${name} WHERE id % 2 = 0`)
    expect(stored(db)).toEqual(counted(db))
  }
  for (const name of names) db.exec(`DELETE FROM ${name}`)
  expect(new Set(Object.values(stored(db)))).toEqual(new Set([0]))
})
