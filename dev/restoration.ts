import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { Manifest } from '#domain/backups/manifest'
import type { Surroundings, Target } from './deployment.ts'
import { migrationFiles } from './migrate.ts'
import { restoreScript, type Trigger } from './restore-script.ts'
import { root } from './settings.ts'

const triggersOf = (db: DatabaseSync): Trigger[] =>
  db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid").all() as unknown as Trigger[]

/** The text of a file, some whole lines at a time. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const lines = rest + chunk
    const end = lines.lastIndexOf('\n') + 1
    yield lines.slice(0, end)
    rest = lines.slice(end)
  }
  yield rest
}

/**
 * Inserts the rows of a file into a migrated database that nobody has used, all or nothing. Foreign keys are checked at the end: for each
 * row that others refer to before it is there, SQLite would read all of those others.
 */
export async function insertRows(db: DatabaseSync, manifest: Manifest, file: string): Promise<void> {
  const { before, after } = restoreScript(Object.keys(manifest.tables), triggersOf(db))
  db.exec('PRAGMA foreign_keys = OFF')
  db.exec('BEGIN')
  for (const statement of before) db.exec(statement)
  for await (const lines of linesOf(file)) db.exec(lines)
  for (const statement of after) db.exec(statement)
  const missing = whatDiffers(manifest, (table) =>
    Number(db.prepare(`SELECT COUNT(*) AS count FROM "${table}"`).get()?.count),
  )
  if (missing.length > 0)
    throw new Error(`These tables have other numbers of rows than the backup: ${missing.join(', ')}`)
  if (db.prepare('PRAGMA foreign_key_check').get()) throw new Error('A row of the backup refers to one that is missing')
  db.exec('COMMIT')
  db.exec('PRAGMA foreign_keys = ON')
}

/** The tables with another number of rows than the backup has. */
const whatDiffers = (manifest: Manifest, countOf: (table: string) => number | undefined): string[] =>
  Object.entries(manifest.tables).flatMap(([table, count]) => (countOf(table) === count ? [] : [table]))

/** The tables, each after those that its rows refer to. */
function inOrderOfReferences(db: DatabaseSync, tables: readonly string[]): string[] {
  const ordered = new Set<string>()
  const visited = new Set<string>()
  const visit = (table: string) => {
    // Also of a table whose rows refer to each other.
    if (visited.has(table)) return
    visited.add(table)
    for (const { table: other } of db.prepare(`PRAGMA foreign_key_list("${table}")`).all()) visit(String(other))
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered].filter((table) => tables.includes(table))
}

/**
 * Appends the rows of a file to another one in the order of these tables.
 * @throws Error for a line that is no row of them.
 */
async function appendRows(rows: string, tables: readonly string[], file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hessa-rows-'))
  const fileOf = (table: string) => join(folder, table)
  try {
    for await (const lines of linesOf(rows)) {
      const byTable = new Map<string, string[]>()
      for (const line of lines.split('\n')) {
        // The export defers foreign keys by itself.
        if (line === '' || line.startsWith('PRAGMA ')) continue
        const table = /^INSERT INTO "(\w+)"/.exec(line)?.[1]
        if (!table || !tables.includes(table))
          throw new Error(`Not a row of a table of the backup: ${line.slice(0, 60)}`)
        const others = byTable.get(table)
        if (others) others.push(line)
        else byTable.set(table, [line])
      }
      for (const [table, some] of byTable) appendFileSync(fileOf(table), `${some.join('\n')}\n`)
    }
    for (const table of tables)
      if (existsSync(fileOf(table)))
        await pipeline(createReadStream(fileOf(table)), createWriteStream(file, { flags: 'a' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * The same as one file of SQL for the platform, which checks foreign keys whatever one asks for. Tables come after those that they refer
 * to: as long as a row refers to one that is not there yet, SQLite reads all rows of the tables that may refer to each that is inserted.
 */
export async function writeScript(manifest: Manifest, rows: string, file: string): Promise<void> {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrationFiles()) db.exec(readFileSync(join(root, 'db/migrations', migration), 'utf8'))
  const { before, after } = restoreScript(Object.keys(manifest.tables), triggersOf(db))
  const tables = inOrderOfReferences(db, Object.keys(manifest.tables))
  db.close()
  const ended = (statements: string[]) => statements.map((statement) => `${statement.replace(/;\s*$/, '')};\n`).join('')
  writeFileSync(file, ended(before))
  await appendRows(rows, tables, file)
  appendFileSync(file, ended(after))
}

/** The platform's database accepts at most so many columns in an answer. */
const COUNTED_AT_ONCE = 50

type Answers = { results: Record<string, unknown>[] }[]

/**
 * Restores a database on the platform: refuses one that has people, closes the product, migrates, inserts the rows, compares their
 * numbers, and asks for the chat rooms (docs/rules/privacy.md 3.6 and 3.7). The product stays closed until it is deployed.
 * @throws Error before anything is changed where the database has people, or the code another last migration than the backup.
 */
export async function restoreOnPlatform(
  { run, say }: Surroundings,
  { config, environment }: Target,
  manifest: Manifest,
  files: { script: string; request: string },
): Promise<void> {
  const name = config.d1_databases[0]?.database_name ?? ''
  const bucket = config.r2_buckets.find(({ binding }) => binding === 'BACKUPS')?.bucket_name
  const flags = environment === 'staging' ? ['--env', 'staging'] : []
  const last = migrationFiles().at(-1)
  if (last !== manifest.migration)
    throw new Error(
      `The backup ends with ${manifest.migration}, this code with ${last}: check out the version of the backup`,
    )
  const query = async (sql: string): Promise<Record<string, unknown>> => {
    const output = await run(['wrangler', 'd1', 'execute', name, '--remote', '--json', '--command', sql, ...flags])
    return (JSON.parse(output.slice(output.search(/^\[/m))) as Answers)[0]?.results[0] ?? {}
  }
  const { tables } = await query("SELECT COUNT(*) AS tables FROM sqlite_master WHERE name = 'users'")
  const { people } = tables === 0 ? { people: 0 } : await query('SELECT COUNT(*) AS people FROM users')
  if (people !== 0)
    throw new Error(`The database ${name} has people. Make another one, and put its id into wrangler.toml`)
  await run(['wrangler', 'deploy', '--var', 'MAINTENANCE:yes', ...flags])
  await run(['wrangler', 'd1', 'migrations', 'apply', name, '--remote', ...flags])
  await run(['wrangler', 'd1', 'execute', name, '--remote', '--yes', '--file', files.script, ...flags])
  const names = Object.keys(manifest.tables)
  const counts: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at += COUNTED_AT_ONCE) {
    const columns = names
      .slice(at, at + COUNTED_AT_ONCE)
      .map((table) => `(SELECT COUNT(*) FROM "${table}") AS "${table}"`)
    Object.assign(counts, await query(`SELECT ${columns.join(', ')}`))
  }
  const different = whatDiffers(manifest, (table) => Number(counts[table]))
  if (different.length > 0)
    throw new Error(`These tables have other numbers of rows than the backup: ${different.join(', ')}`)
  await run(['wrangler', 'r2', 'object', 'put', `${bucket}/rooms-to-restore`, '--file', files.request, '--remote'])
  say(`The database is restored as of ${new Date(manifest.madeAt).toISOString()}; chat rooms follow within minutes`)
  say(`The product is closed until: npm run deploy -- ${environment}`)
}
