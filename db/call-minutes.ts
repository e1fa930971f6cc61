import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#domain/cairo'
import { type CallMinute, type DeviceClass, isPoorMinute, POOR_CALL } from '#domain/sessions/call-quality'
import { CLOSES_AFTER_MINUTES, OPENS_BEFORE_MINUTES } from '#domain/sessions/hours'
import type { SessionId } from '#domain/sessions/session-id'
import type { Db } from './client.ts'
import { callMinutes } from './schema/call-minutes.ts'
import { literals } from './schema/columns.ts'
import { lessonOutcomes } from './schema/lesson-outcomes.ts'
import { lessons } from './schema/lessons.ts'

/** Whose minutes they are, and by which connection they came. */
export type CallOrigin = { userId: number; device: DeviceClass; operator: string }

/** `isPoorCall` of a lesson, given its id as SQL: 0, 1 or null. `tests/party/call-minutes.test.ts` compares the two. */
export const wasPoorCall = (lessonId: SQL) =>
  sql<number | null>`(SELECT CASE WHEN SUM(c.failed) > 0 THEN 1 WHEN SUM(c.measured) = 0 THEN NULL
      ELSE SUM(c.poor) >= ${literals(POOR_CALL.minutes)} OR (SUM(c.poor) > 0 AND SUM(c.poor) * ${literals(POOR_CALL.oneOf)} >= SUM(c.measured)) END
    FROM (SELECT MAX(m.is_poor) AS poor, MAX(m.failure IS NULL) AS measured, MAX(m.failure IS NOT NULL) AS failed
      FROM call_minutes m WHERE m.lesson_id = ${lessonId} GROUP BY m.minute) c)`

/** The room's hours in SQL, so that a lesson that was cancelled or moved meanwhile gets no minute that is not of it. */
const isOfLesson = sql`${lessons.canceledAt} IS NULL
  AND value ->> 'minute' BETWEEN ${lessons.start} - ${literals(OPENS_BEFORE_MINUTES * 60_000)}
    AND ${lessons.start} + (${lessons.duration} + ${literals(CLOSES_AFTER_MINUTES)}) * 60000`

/**
 * Keeps what one side of a lesson's call has measured, each minute once, and rates the call again where the lesson is settled
 * already (docs/rules/lessons.md 12.2, 12.4).
 */
export async function keepCallMinutes(
  db: Db,
  sessionId: SessionId,
  { userId, device, operator }: CallOrigin,
  measured: readonly CallMinute[],
  now: Instant,
): Promise<void> {
  const rows = measured.map((one) => ({ ...one, isPoor: Number(isPoorMinute(one)) }))
  const lessonId = sql`(SELECT l.id FROM ${lessons} l WHERE l.session_id = ${sessionId})`
  const isPoor = wasPoorCall(sql`${lessonOutcomes.lessonId}`)
  await db.batch([
    db
      .insert(callMinutes)
      .select(
        sql`SELECT ${lessons.id}, ${userId}, value ->> 'minute', value ->> 'loss', value ->> 'roundTripMs', value ->> 'jitterMs',
          value ->> 'freezes', value ->> 'frozenMs', value ->> 'interruptedMs', value ->> 'receivedKbps', value ->> 'firstPictureMs',
          value ->> 'route', value ->> 'network', value ->> 'failure', value ->> 'isPoor', ${device}, ${operator}
        FROM json_each(${JSON.stringify(rows)}) CROSS JOIN ${lessons} WHERE ${lessons.sessionId} = ${sessionId} AND ${isOfLesson}`,
      )
      .onConflictDoNothing(),
    db
      .update(lessonOutcomes)
      .set({ poorCall: isPoor as SQL<boolean | null>, updatedAt: now })
      .where(sql`${lessonOutcomes.lessonId} = ${lessonId} AND ${lessonOutcomes.poorCall} IS NOT ${isPoor}`),
  ])
}
