import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, vi } from 'vitest'
import { clearProviders } from './api/gateways.ts'

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
  // The worker keeps the tutors in memory: this version is newer than any of an earlier file (docs/decisions/003).
  await DB.prepare("INSERT OR REPLACE INTO cache_versions (name, version) VALUES ('tutors', ?)").bind(Date.now()).run()
})
