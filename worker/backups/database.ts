import { sql } from 'drizzle-orm'
import { seal } from '#db/backups/sealing'
import type { Db } from '#db/client'
import { manifestKey, partKey } from '#domain/backups/keys'
import type { Manifest } from '#domain/backups/manifest'
import type { Instant, LocalDay } from '#domain/cairo'
import type { Env } from '../env.ts'
import { toParts } from '../files/put-stream.ts'
import { exportDatabase } from '../outside/cloudflare/export-database.ts'

const text = new TextEncoder()

/** Tables that a restore makes anew: what the migrations record, a cache, and the search index with the tables that it creates by itself. */
const tablesToExport = sql`
  SELECT name FROM sqlite_master AS made
  WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT IN ('d1_migrations', 'kept_tutors')
    AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
    AND NOT EXISTS (SELECT 1 FROM sqlite_master AS search
      WHERE search.sql LIKE 'CREATE VIRTUAL%' AND made.name GLOB search.name || '_*')
  ORDER BY name`

const hexOf = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/** Passes the export on, and counts the rows of each table: a row is a line, in which line breaks of texts are escaped. */
function countRows(rows: Record<string, number>): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  const count = (lines: string) => {
    for (const [, table = ''] of lines.matchAll(/^INSERT INTO "?(\w+)/gm)) rows[table] = (rows[table] ?? 0) + 1
  }
  return new TransformStream({
    transform(chunk, controller) {
      const lines = rest + decoder.decode(chunk, { stream: true })
      const end = lines.lastIndexOf('\n') + 1
      count(lines.slice(0, end))
      rest = lines.slice(end)
      controller.enqueue(chunk)
    },
    flush: () => count(rest),
  })
}

/** Whether the day's backup of the database is complete. */
export const hasBackup = async (env: Env, day: LocalDay): Promise<boolean> =>
  (await env.BACKUPS.head(manifestKey(day))) !== null

/**
 * Saves the rows of the database in encrypted parts, one of them in memory at a time, and the manifest last, so that an interrupted run
 * leaves no backup (docs/rules/privacy.md 3.1).
 */
export async function saveDatabase(env: Env, db: Db, day: LocalDay, now: Instant): Promise<Manifest> {
  const [tables, [last]] = await db.batch([
    db.all<{ name: string }>(tablesToExport),
    db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1`),
  ])
  const names = tables.map(({ name }) => name)
  const exported = await exportDatabase(env, names)
  const rows = Object.fromEntries(names.map((name) => [name, 0]))
  const packed = exported.sql.pipeThrough(countRows(rows)).pipeThrough(new CompressionStream('gzip'))
  const parts: Manifest['parts'] = []
  for await (const part of toParts(packed)) {
    const key = partKey(day, now, parts.length)
    parts.push({ key, bytes: part.length, sha256: hexOf(await crypto.subtle.digest('SHA-256', part)) })
    await env.BACKUPS.put(key, await seal(env.BACKUP_SECRET, key, part))
  }
  const manifest = { madeAt: now, bookmark: exported.bookmark, migration: last?.name ?? '', tables: rows, parts }
  const key = manifestKey(day)
  await env.BACKUPS.put(key, await seal(env.BACKUP_SECRET, key, text.encode(JSON.stringify(manifest))))
  return manifest
}
