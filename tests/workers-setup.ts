import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, vi } from 'vitest'
import { distrustTutors } from '../worker/tutors/store.ts'
import { clearProviders } from './api/gateways.ts'

const NUMBERED = ['users', 'rooms', 'lessons']
const IDS_A_FILE = 10_000
/** Kept by the runtime that the files share. */
const files = globalThis as { testFileCount?: number }

/**
 * Work that an earlier file has left to run after its answers may still write to a Durable Object, which is named by the id
 * of a row. So no two files have the same ids.
 */
async function numberRowsApart(db: D1Database): Promise<void> {
  files.testFileCount = (files.testFileCount ?? 0) + 1
  const first = files.testFileCount * IDS_A_FILE
  for (const table of NUMBERED)
    await db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').bind(table, first).run()
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
  const { DB, TEST_MIGRATIONS } = env as unknown as {
    DB: D1Database
    TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1]
  }
  await reset()
  clearProviders()
  await applyD1Migrations(DB, TEST_MIGRATIONS)
  await numberRowsApart(DB)
  // The worker keeps the tutors in memory: this version is newer than any of an earlier file (docs/decisions/003).
  distrustTutors()
  await DB.prepare("INSERT OR REPLACE INTO cache_versions (name, version) VALUES ('tutors', ?)").bind(Date.now()).run()
})
