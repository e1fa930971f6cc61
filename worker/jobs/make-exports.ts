import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { dataExports } from '#db/schema/data-exports'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { type Env, webOrigins } from '../env.ts'
import { putMade } from '../files/put-stream.ts'
import { log } from '../http/logs.ts'
import { messageStatement, pushStatement, triggerDelivery } from '../messages/outbox.ts'
import { copyOf } from '../privacy/copy.ts'
import { claimExport, isClaimed, type StoredExport } from '../privacy/export-store.ts'
import { zipOf } from '../privacy/zip.ts'

/** Copies that one run makes: each takes seconds. */
const AT_ONCE = 5

/** What tells the person; it leads to the settings and has no address of the copy (docs/rules/privacy.md 2.7). */
async function noticesOf(env: Env, db: Db, { id, userId }: StoredExport, now: Instant) {
  const [person] = await db.select().from(users).where(eq(users.id, userId))
  if (!person) return []
  const path = isStudent(person.role) ? '/s/settings?tab=data' : '/t/account-settings?tab=data'
  const dedupeKey = `data-export:${id}`
  const params = { url: `${webOrigins(env)[0]}${path}` }
  const mail = messageStatement(
    db,
    { channel: 'email', to: person.email, template: 'data_export_ready', params },
    now,
    dedupeKey,
  )
  const push = { userId, template: 'data_export_ready' as const, params: { path, topic: dedupeKey }, dedupeKey }
  return [...(person.verifiedEmail ? [mail] : []), pushStatement(db, [push], now)]
}

/** Makes a copy anew from its beginning: what an interrupted attempt has written is replaced, under the same key. */
async function makeExport(env: Env, db: Db, asked: StoredExport, now: Instant): Promise<void> {
  if (asked.key === null) return
  const { entries, large } = await copyOf(env, db, asked.userId)
  const bytes = await putMade(env, asked.key, zipOf(entries, now), {
    contentType: 'application/zip',
    contentDisposition: 'attachment; filename="hessa-data.zip"',
  })
  const [ready] = await db.select({ id: dataExports.id }).from(dataExports).where(isClaimed(asked))
  // The account was taken back meanwhile: the nightly job deletes the object.
  if (!ready) return
  await db.batch([
    db.update(dataExports).set({ readyAt: now, bytes, largeFiles: large }).where(isClaimed(asked)),
    ...(await noticesOf(env, db, asked, now)),
  ])
  await triggerDelivery(env)
}

/**
 * Makes the copies of their data that people have asked for, the longest waiting first (docs/rules/privacy.md 2.3). One that fails is
 * begun again by a later run.
 */
export async function makeExports(env: Env, db: Db, now: Instant): Promise<{ made: number; failed: number }> {
  const done = { made: 0, failed: 0 }
  while (done.made + done.failed < AT_ONCE) {
    const asked = await claimExport(db, now)
    if (!asked) break
    try {
      await makeExport(env, db, asked, now)
      done.made++
    } catch (error) {
      done.failed++
      log(env, 'error', 'data-export-failed', { id: asked.id, attempt: asked.attempts, error: String(error) })
    }
  }
  return done
}
