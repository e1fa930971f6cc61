import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { root } from './settings.ts'

const folder = join(root, 'db/migrations')

/** In their order. */
export const migrationFiles = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/** Applies new migrations up to the last of all or that of the given file, and records them as `wrangler d1 migrations apply` does. */
export async function migrate(db: D1Database, last?: string): Promise<void> {
  await db
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = results.map(({ name }) => name)
  for (const file of migrationFiles().filter((file) => !applied.includes(file))) {
    if (last !== undefined && file > last) break
    const statements = readFileSync(join(folder, file), 'utf8')
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter(Boolean)
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
    ])
  }
}
