import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Versions that invalidate caches: `tutor:<id>` or `tutors`, numbered by one increasing sequence (docs/decisions/003). */
export const cacheVersions = sqliteTable(
  'cache_versions',
  { name: text('name').primaryKey(), version: integer('version').notNull() },
  (t) => [index('cache_versions_version').on(t.version)],
)
