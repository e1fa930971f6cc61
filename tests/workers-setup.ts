import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, vi } from 'vitest'
import { statsParty } from '../party/stubs.ts'
import type { Env } from '../worker/env.ts'
import { recheckTutorsForGuests } from '../worker/tutors/store.ts'
import { clearProviders } from './api/gateways.ts'

const NUMBERED = ['users', 'rooms', 'lessons']
const IDS_A_FILE = 10_000
type Statement = { sql: string; values: unknown[] }
/** The statements that copy the migrated schema, and the names of all that is in it. */
type Migrated = { statements: readonly Statement[]; names: string }
type Transport = { resolveId: (id: string, importer?: string) => Promise<unknown> }
/** Kept by the runtime that the files share. */
const files = globalThis as unknown as {
  testFileCount?: number
  migrated?: Migrated
  /** Vitest's own, which loads the modules of all files. */
  __vitest_mocker__: { moduleRunner: { vitestOptions: { transport: Transport } } }
}

const rowsOf = async (db: D1Database, sql: string) => (await db.prepare(sql).all<Record<string, unknown>>()).results

/**
 * Statements that copy the migrated schema into an empty database: tables and their rows, then indexes and triggers. The tables that
 * a search index creates by itself are left out.
 */
async function statementsOf(db: D1Database): Promise<Statement[]> {
  const made = await rowsOf(
    db,
    `SELECT type, name, sql FROM sqlite_master AS made
     WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
       AND NOT (made.type = 'table' AND EXISTS (SELECT 1 FROM sqlite_master AS search
         WHERE search.sql LIKE 'CREATE VIRTUAL%' AND made.name LIKE search.name || '\\_%' ESCAPE '\\'))
     ORDER BY rowid`,
  )
  const create = (isTable: boolean): Statement[] =>
    made.filter(({ type }) => (type === 'table') === isTable).map(({ sql }) => ({ sql: String(sql), values: [] }))
  const rows: Statement[] = []
  for (const { type, name, sql } of made) {
    if (type !== 'table' || String(sql).startsWith('CREATE VIRTUAL')) continue
    for (const row of await rowsOf(db, `SELECT * FROM "${name}"`)) {
      const [columns, values] = [Object.keys(row), Object.values(row)]
      rows.push({ sql: `INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => '?')})`, values })
    }
  }
  return [...create(true), ...rows, ...create(false)]
}

const ATTEMPTS = 20

/**
 * Empties all storage. `reset` leaves out what is not in memory, and the runtime unloads a database, a bucket or an object that
 * nobody has asked for ten seconds, as on a busy machine between two files. So those that have one name in all files are asked first.
 * @throws Error if the database still has its tables after two seconds.
 */
async function emptyStorage(bindings: Env): Promise<void> {
  const { DB, FILES } = bindings
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await Promise.allSettled([rowsOf(DB, 'SELECT 1'), FILES.head('nothing'), statsParty(bindings).report()])
    await reset()
    if ((await rowsOf(DB, "SELECT name FROM sqlite_master WHERE name = 'd1_migrations'")).length === 0) return
    // A loop that waits for the database alone keeps the runtime from its timers and sockets, and would never end.
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The database of the test file before could not be emptied')
}

async function namesIn(db: D1Database): Promise<string> {
  const made = await rowsOf(db, 'SELECT type, name FROM sqlite_master ORDER BY type, name')
  return made.map(({ type, name }) => `${type} ${name}`).join()
}

/**
 * The migrations run for the first file of a runtime; the others get a copy of their result, in a fifth of the time.
 * @throws Error where that is not the same.
 */
async function migrate(db: D1Database, migrations: Parameters<typeof applyD1Migrations>[1]): Promise<void> {
  if (!files.migrated) {
    await applyD1Migrations(db, migrations)
    files.migrated = { statements: await statementsOf(db), names: await namesIn(db) }
    return
  }
  const { statements, names } = files.migrated
  await db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)))
  if ((await namesIn(db)) !== names) throw new Error('The copy of the migrated database lacks something')
}

/**
 * Work that an earlier file has left to run after its answers may still write to a Durable Object, which is named by the id
 * of a row. So no two files have the same ids.
 */
async function numberRowsApart(db: D1Database, testFileCount: number): Promise<void> {
  const first = testFileCount * IDS_A_FILE
  for (const table of NUMBERED)
    await db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').bind(table, first).run()
}

/**
 * The plugin imports the worker for each request, queue batch and call of an object, and Vitest asks Vite, over a socket, in which
 * file it is. To keep that answer takes more than half off the time of a request.
 */
function keepResolvedIds(): void {
  const { transport } = files.__vitest_mocker__.moduleRunner.vitestOptions
  const { resolveId } = transport
  const resolved = new Map<string, Promise<unknown>>()
  transport.resolveId = (id, importer) => {
    if (importer !== undefined) return resolveId(id, importer)
    const known = resolved.get(id) ?? resolveId(id)
    resolved.set(id, known)
    return known
  }
}

/**
 * All test files share one runtime, because to start one and to load the worker into it takes seconds. So each file begins
 * with the real clock and the real globals, and with empty storage: no rows, no files, no Durable Objects, none of their
 * alarms.
 */
beforeAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const bindings = env as unknown as Env & { TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }
  const { DB, TEST_MIGRATIONS } = bindings
  files.testFileCount = (files.testFileCount ?? 0) + 1
  if (files.testFileCount === 1) keepResolvedIds()
  await emptyStorage(bindings)
  clearProviders()
  await migrate(DB, TEST_MIGRATIONS)
  await numberRowsApart(DB, files.testFileCount)
  // The worker keeps the tutors in memory: this version is newer than any of an earlier file (docs/decisions/003).
  recheckTutorsForGuests()
  await DB.prepare("INSERT OR REPLACE INTO cache_versions (name, version) VALUES ('tutors', ?)").bind(Date.now()).run()
})

/** A delivery that still runs finds nothing more to send. */
afterAll(async () => {
  await (env as unknown as Env).DB.prepare('DELETE FROM outbox').run()
})
