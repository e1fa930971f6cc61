import { type Instant, minutes } from '#domain/cairo'
import { LONGEST_LESSON } from '#domain/lessons/durations'

/** What is counted in the database for the statistics; the size in MB. */
export type DatabaseGauges = {
  queue: { due: number; delayed: number; parked: number }
  peopleOnline: number
  lessonsInProgress: number
  databaseSize: number
}

type Counts = { due: number; delayed: number; parked: number; online: number; lessons: number }

/** Each count reads an index that holds little more than what it counts. */
const COUNTS = `SELECT
  (SELECT COUNT(*) FROM outbox WHERE status = 'pending' AND next_attempt_at <= ?1) AS due,
  (SELECT COUNT(*) FROM outbox WHERE status = 'pending' AND next_attempt_at > ?1) AS delayed,
  (SELECT COUNT(*) FROM outbox WHERE status = 'parked') AS parked,
  (SELECT COUNT(*) FROM users WHERE online = 1) AS online,
  (SELECT COUNT(*) FROM lessons
    WHERE start > ?2 AND start <= ?1 AND start + duration * 60000 > ?1 AND canceled_at IS NULL) AS lessons`

const BYTES_PER_MB = 1024 * 1024

/** Counts at `now`, an instant of the product's clock (docs/rules/staff.md 7.6). */
export async function readGauges(d1: D1Database, now: Instant): Promise<DatabaseGauges> {
  const { results, meta } = await d1
    .prepare(COUNTS)
    .bind(now, now - minutes(LONGEST_LESSON))
    .all<Counts>()
  const { due = 0, delayed = 0, parked = 0, online = 0, lessons = 0 } = results[0] ?? {}
  return {
    queue: { due, delayed, parked },
    peopleOnline: online,
    lessonsInProgress: lessons,
    databaseSize: meta.size_after / BYTES_PER_MB,
  }
}
