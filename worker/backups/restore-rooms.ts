import { open } from '#db/backups/sealing'
import { ROOMS_TO_RESTORE, roomKey } from '#domain/backups/keys'
import type { LocalDay } from '#domain/cairo'
import { chatParty } from '../../party/stubs.ts'
import { acceptedKeys, type Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { daysOf } from './expire.ts'

/** Rooms that one run restores. */
const ROOMS_A_RUN = 1000

const decoder = new TextDecoder()

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return decoder.decode(await new Response(stream).arrayBuffer())
}

/** The newest backup of each room: its id, and the day of it. */
async function newestOf(env: Env): Promise<Map<number, LocalDay>> {
  const newest = new Map<number, LocalDay>()
  for (const day of (await daysOf(env, 'rooms')).toSorted()) {
    const prefix = `rooms/${day}/`
    let cursor: string | undefined
    do {
      const page = await env.BACKUPS.list({ prefix, ...(cursor && { cursor }) })
      for (const { key } of page.objects) newest.set(Number(key.slice(prefix.length)), day)
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor)
  }
  return newest
}

async function restoreRoom(env: Env, roomId: number, day: LocalDay): Promise<'restored' | 'kept' | 'failed'> {
  try {
    const key = roomKey(day, roomId)
    const object = await env.BACKUPS.get(key)
    if (!object) throw new Error(`There is no ${key}`)
    const sealed = new Uint8Array(await object.arrayBuffer())
    const plain = await unpacked(await open(acceptedKeys(env, 'BACKUP_SECRET'), key, sealed))
    return (await chatParty(env, roomId).restore(plain)) ? 'restored' : 'kept'
  } catch (error) {
    log(env, 'error', 'room-not-restored', { roomId, error: String(error) })
    return 'failed'
  }
}

/**
 * Gives chat rooms without messages those of their newest backup, the lowest ids first, while the object that asks for it exists; it
 * names the last room that is done, so that an interrupted run is continued (docs/rules/privacy.md 3.7). Who may write the bucket of
 * backups may ask.
 */
export async function restoreRooms(env: Env): Promise<{ restored: number; kept: number; failed: number }> {
  const asked = await env.BACKUPS.get(ROOMS_TO_RESTORE)
  const done = { restored: 0, kept: 0, failed: 0 }
  if (!asked) return done
  const after = Number(await asked.text())
  const waiting = [...(await newestOf(env))]
    .filter(([roomId]) => roomId > after)
    .toSorted(([one], [other]) => one - other)
  for (const [roomId, day] of waiting.slice(0, ROOMS_A_RUN)) done[await restoreRoom(env, roomId, day)]++
  const last = waiting[ROOMS_A_RUN - 1]
  if (waiting.length > ROOMS_A_RUN && last) await env.BACKUPS.put(ROOMS_TO_RESTORE, String(last[0]))
  else await env.BACKUPS.delete(ROOMS_TO_RESTORE)
  return done
}
