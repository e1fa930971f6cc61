import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { seal } from '#db/backups/sealing'
import type { Db } from '#db/client'
import { roomBackups } from '#db/schema/room-backups'
import { roomKey } from '#domain/backups/keys'
import { roomsSavedBefore } from '#domain/backups/retention'
import type { Instant, LocalDay } from '#domain/cairo'
import { chatParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'

/** Rooms that one run saves: three subrequests each. */
const ROOMS_A_RUN = 1000
/** Rooms that are saved at the same time: a worker has at most six open connections. */
const AT_ONCE = 5

type Due = typeof roomBackups.$inferSelect

/** The rooms that have changed, the longest waiting first, then those whose last backup will be deleted in a week. */
async function findDue(db: Db, now: Instant): Promise<Due[]> {
  const [changed, unchanged] = await db.batch([
    db
      .select()
      .from(roomBackups)
      .where(isNotNull(roomBackups.changedAt))
      .orderBy(asc(roomBackups.changedAt))
      .limit(ROOMS_A_RUN),
    db
      .select()
      .from(roomBackups)
      .where(and(isNull(roomBackups.changedAt), lt(roomBackups.savedAt, roomsSavedBefore(now))))
      .orderBy(asc(roomBackups.savedAt))
      .limit(ROOMS_A_RUN),
  ])
  return [...changed, ...unchanged].slice(0, ROOMS_A_RUN)
}

async function packed(plain: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A change of the room that comes meanwhile has another time, and stays to be saved. */
const saved = (db: Db, { roomId, changedAt }: Due, now: Instant) =>
  db
    .update(roomBackups)
    .set({ savedAt: now, changedAt: null })
    .where(and(eq(roomBackups.roomId, roomId), sql`${roomBackups.changedAt} IS ${changedAt}`))

async function saveRoom(env: Env, db: Db, due: Due, day: LocalDay, now: Instant): Promise<void> {
  const room = await chatParty(env, due.roomId).backUp()
  if (room !== null) {
    const key = roomKey(day, due.roomId)
    await env.BACKUPS.put(key, await seal(env.BACKUP_SECRET, key, await packed(room)))
  }
  await saved(db, due, now)
}

/**
 * Saves the chat rooms that are due, as many as a run may (docs/rules/privacy.md 3.2). One that fails is due again with the next run,
 * and keeps no other from being saved.
 */
export async function saveRooms(
  env: Env,
  db: Db,
  day: LocalDay,
  now: Instant,
): Promise<{ saved: number; failed: number }> {
  const due = await findDue(db, now)
  const done = { saved: 0, failed: 0 }
  for (let at = 0; at < due.length; at += AT_ONCE)
    await Promise.all(
      due.slice(at, at + AT_ONCE).map(async (room) => {
        try {
          await saveRoom(env, db, room, day, now)
          done.saved++
        } catch (error) {
          done.failed++
          log(env, 'error', 'room-not-saved', { roomId: room.roomId, error: String(error) })
        }
      }),
    )
  return done
}
