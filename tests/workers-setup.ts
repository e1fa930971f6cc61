import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'

beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as {
    DB: D1Database
    TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1]
  }
  await applyD1Migrations(DB, TEST_MIGRATIONS)
})
