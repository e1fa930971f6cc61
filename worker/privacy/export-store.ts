import { and, asc, desc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { dataExports } from '#db/schema/data-exports'
import type { Instant } from '#domain/cairo'
import {
  EXPORT_ATTEMPT_MS,
  EXPORT_EVERY_MS,
  EXPORT_VALID_MS,
  exportState,
  MAX_EXPORT_ATTEMPTS,
  nextExportAt,
} from '#domain/privacy/export'
import { RETENTION } from '#domain/retention'
import type { Env } from '../env.ts'
import { deleteFiles } from '../files/store.ts'

export type StoredExport = typeof dataExports.$inferSelect

/** The prefix of the copies' keys. Their signed addresses open nothing once the copy has ended (docs/rules/privacy.md 2.6). */
const EXPORT_PREFIX = 'privacy/exports/'
export const newExportKey = (): string => `${EXPORT_PREFIX}${crypto.randomUUID()}`
export const isExportKey = (key: string): boolean => key.startsWith(EXPORT_PREFIX)

export const latestStatement = (db: Db, userId: number) =>
  db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.askedAt), desc(dataExports.id))
    .limit(1)

export function exportView(latest: StoredExport | undefined, now: Instant) {
  const state = exportState(latest, now)
  const isKnown = latest !== undefined && state !== 'none'
  return {
    state,
    askedAt: isKnown ? latest.askedAt : null,
    until: state === 'ready' && latest?.readyAt ? latest.readyAt + EXPORT_VALID_MS : null,
    nextAt: nextExportAt(latest, now),
    bytes: state === 'ready' ? (latest?.bytes ?? null) : null,
  }
}

/** The statement that asks for a copy, unless another request has done so in the last day (docs/rules/privacy.md 2.1). */
export const askStatement = (db: Db, userId: number, now: Instant) =>
  db.insert(dataExports).select(
    sql`SELECT NULL, ${userId}, ${newExportKey()}, ${now}, NULL, 0, NULL, NULL, '[]', NULL WHERE NOT EXISTS (
      SELECT 1 FROM ${dataExports} WHERE ${dataExports.userId} = ${userId} AND ${dataExports.askedAt} > ${now - EXPORT_EVERY_MS}
        AND ${dataExports.endedAt} IS NULL AND ${dataExports.attempts} < ${MAX_EXPORT_ATTEMPTS})`,
  )

/** The statement that ends a person's copies, made or not (docs/rules/privacy.md 2.6). */
export const endExports = (db: Db, userId: number, now: Instant) =>
  db
    .update(dataExports)
    .set({ endedAt: now })
    .where(and(eq(dataExports.userId, userId), isNull(dataExports.endedAt)))

/** Whether the object of a copy may still be downloaded. */
export async function isDownloadable(db: Db, key: string, now: Instant): Promise<boolean> {
  const [found] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.key, key), isNotNull(dataExports.readyAt), isNull(dataExports.endedAt)))
  return exportState(found, now) === 'ready'
}

/** The copy that waits longest, claimed for this attempt; null without one. Two runs claim different ones. */
export async function claimExport(db: Db, now: Instant): Promise<StoredExport | null> {
  const isFree = or(isNull(dataExports.claimedAt), lte(dataExports.claimedAt, now - EXPORT_ATTEMPT_MS))
  const waiting = db
    .select({ id: dataExports.id })
    .from(dataExports)
    // Literals as in the partial index `data_exports_waiting`.
    .where(and(sql`ready_at IS NULL AND ended_at IS NULL`, isFree, lt(dataExports.attempts, MAX_EXPORT_ATTEMPTS)))
    .orderBy(asc(dataExports.askedAt))
    .limit(1)
  const [claimed] = await db
    .update(dataExports)
    .set({ claimedAt: now, attempts: sql`${dataExports.attempts} + 1` })
    .where(sql`${dataExports.id} IN ${waiting}`)
    .returning()
  return claimed ?? null
}

/** The condition that the copy is as this attempt has claimed it, and not ended. */
export const isClaimed = ({ id, claimedAt }: StoredExport) =>
  and(eq(dataExports.id, id), eq(dataExports.claimedAt, claimedAt ?? 0), isNull(dataExports.endedAt))

/** Copies that one run of the job deletes; the next night deletes more. */
const MAX_CLEARED = 200

/** Deletes the objects of copies that have expired, failed or ended, and the rows of old ones (docs/rules/privacy.md 2.5). */
export async function clearExports(env: Env, db: Db, now: Instant): Promise<void> {
  const isOld = lt(dataExports.askedAt, now - RETENTION.dataExports)
  const over = await db
    .select({ id: dataExports.id, key: dataExports.key })
    .from(dataExports)
    .where(
      and(
        isNotNull(dataExports.key),
        or(isNotNull(dataExports.endedAt), lte(dataExports.readyAt, now - EXPORT_VALID_MS), isOld),
      ),
    )
    .limit(MAX_CLEARED)
  const keys = over.flatMap(({ key }) => key ?? [])
  await deleteFiles(env, keys)
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(over.map(({ id }) => id))}))`
  await db.batch([
    db.update(dataExports).set({ key: null }).where(sql`${dataExports.id} IN ${ids}`),
    db.delete(dataExports).where(and(isOld, isNull(dataExports.key))),
  ])
}
