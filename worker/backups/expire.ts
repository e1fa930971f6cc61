import { BACKUP_KINDS, type BackupKind, dayOfKey } from '#domain/backups/keys'
import { isBackupOver } from '#domain/backups/retention'
import type { LocalDay } from '#domain/cairo'
import type { Env } from '../env.ts'

/** The days of which there are backups. */
export async function daysOf(env: Env, kind: BackupKind): Promise<LocalDay[]> {
  const { delimitedPrefixes } = await env.BACKUPS.list({ prefix: `${kind}/`, delimiter: '/' })
  return delimitedPrefixes.flatMap((prefix) => dayOfKey(prefix) ?? [])
}

async function deleteDay(env: Env, kind: BackupKind, day: LocalDay): Promise<void> {
  const prefix = `${kind}/${day}/`
  for (;;) {
    const { objects } = await env.BACKUPS.list({ prefix })
    if (objects.length === 0) return
    await env.BACKUPS.delete(objects.map(({ key }) => key))
  }
}

/** Deletes the backups that are older than they are kept (docs/rules/privacy.md 3.4), and returns of how many days. */
export async function deleteOldBackups(env: Env, today: LocalDay): Promise<number> {
  let days = 0
  for (const kind of BACKUP_KINDS)
    for (const day of await daysOf(env, kind)) {
      if (!isBackupOver(day, today)) continue
      await deleteDay(env, kind, day)
      days++
    }
  return days
}
