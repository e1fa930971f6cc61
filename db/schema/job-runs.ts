import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant } from './columns.ts'

/** The runs of scheduled jobs. A run without `ok` is still running, or was aborted. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    id: id(),
    name: text('name').notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms'),
    ok: flag('ok'),
    /** Why the run failed, for developers. */
    error: text('error'),
    /** The job's own result, such as how many rows of each kind it processed. */
    outcome: text('outcome', { mode: 'json' }).$type<unknown>(),
  },
  (t) => [
    check('job_runs_end', sql`(${t.ok} IS NULL) = (${t.durationMs} IS NULL)`),
    index('job_runs_name').on(t.name, t.startedAt),
    index('job_runs_failed').on(t.name, t.startedAt).where(sql`ok = 0`),
    index('job_runs_started').on(t.startedAt),
  ],
)
