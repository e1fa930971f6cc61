import { lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { authSessions } from '#db/schema/auth-sessions'
import { patternDays } from '#db/schema/availability'
import { callDays, callMinutes } from '#db/schema/call-minutes'
import { googleProofs, spentTokens } from '#db/schema/google'
import { heldTimes } from '#db/schema/held-times'
import { idempotencyKeys } from '#db/schema/idempotency'
import { jobRuns } from '#db/schema/job-runs'
import { busyQuarters } from '#db/schema/lessons'
import { mediaEvents } from '#db/schema/media-events'
import { outbox } from '#db/schema/outbox'
import { secondFactorChallenges } from '#db/schema/second-factors'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { standingWeeks } from '#db/schema/standing-times'
import { throttles } from '#db/schema/throttles'
import { previousEmails } from '#db/schema/users'
import { confirmationCodes, passwordResetCodes } from '#db/schema/verification'
import { SESSION_RETENTION_MS } from '#domain/auth/auth-session'
import { KNOWN_NETWORK_MS } from '#domain/auth/sign-in-limits'
import { addDays, type Instant, localDay, quarterOf } from '#domain/cairo'
import { RETENTION } from '#domain/retention'
import type { Env } from '../env.ts'
import { archiveAttendance } from '../lessons/attendance-archive.ts'
import { clearExpiredUploads } from '../onboarding/upload-store.ts'
import { clearExports } from '../privacy/export-store.ts'

type Expiring = { table: SQLiteTable; isOver: SQL }

const expiring = (now: Instant): Expiring[] => [
  { table: idempotencyKeys, isOver: lt(idempotencyKeys.createdAt, now - RETENTION.keysAndCodes) },
  { table: confirmationCodes, isOver: lt(confirmationCodes.expiresAt, now - RETENTION.keysAndCodes) },
  { table: passwordResetCodes, isOver: lt(passwordResetCodes.expiresAt, now - RETENTION.keysAndCodes) },
  { table: signInNetworks, isOver: lt(signInNetworks.lastUsedAt, now - KNOWN_NETWORK_MS) },
  { table: secondFactorChallenges, isOver: lt(secondFactorChallenges.expiresAt, now) },
  { table: spentTokens, isOver: lt(spentTokens.expiresAt, now) },
  { table: googleProofs, isOver: lt(googleProofs.expiresAt, now) },
  { table: authSessions, isOver: lt(authSessions.expiresAt, now - SESSION_RETENTION_MS) },
  { table: patternDays, isOver: lt(patternDays.day, addDays(localDay(now), -1)) },
  { table: throttles, isOver: lt(throttles.resetsAt, now) },
  { table: previousEmails, isOver: lt(previousEmails.expiresAt, now) },
  { table: jobRuns, isOver: lt(jobRuns.startedAt, now - RETENTION.jobRuns) },
  { table: busyQuarters, isOver: lt(busyQuarters.quarter, quarterOf(now - RETENTION.busyQuarters)) },
  { table: standingWeeks, isOver: lt(standingWeeks.start, now - RETENTION.busyQuarters) },
  { table: heldTimes, isOver: lt(heldTimes.until, now) },
  { table: mediaEvents, isOver: lt(mediaEvents.createdAt, now - RETENTION.mediaEvents) },
  { table: callMinutes, isOver: lt(callMinutes.minute, now - RETENTION.callMinutes) },
  { table: callDays, isOver: lt(callDays.day, localDay(now - RETENTION.callMinutes)) },
  // Parked messages wait for staff, however long. The literals match those of the index `outbox_done`.
  {
    table: outbox,
    isOver: sql`${outbox.status} IN ('sent', 'failed') AND ${outbox.createdAt} < ${now - RETENTION.messages}`,
  },
]

/** Rows that one statement deletes, and statements per table and run; the next night deletes the rest. */
const AT_ONCE = 2000
const ROUNDS = 25

const deletion = (db: Db, { table, isOver }: Expiring) =>
  db.delete(table).where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${isOver} LIMIT ${AT_ONCE})`)

/**
 * Deletes expired rows (idempotency keys, confirmation codes, challenges, sessions, throttle counters, sign-in networks,
 * previous e-mail addresses, job runs, reports of the media server, minutes of calls, multipart uploads, copies of people's data), past pattern days and busy quarters, and old messages, and
 * archives old attendance events. Each statement is complete in itself, so the next run continues after an interrupted one.
 */
export async function clearExpired(env: Env, db: Db, now: Instant): Promise<{ archived: number }> {
  let left = expiring(now)
  for (let round = 0; round < ROUNDS; round++) {
    const [first, ...others] = left.map((one) => deletion(db, one))
    if (!first) break
    const results = await db.batch([first, ...others])
    left = left.filter((_, index) => (results[index]?.meta.changes ?? 0) >= AT_ONCE)
  }
  await clearExpiredUploads(env, db, now)
  await clearExports(env, db, now)
  return { archived: await archiveAttendance(env, db, now) }
}
