/** Backups as an operator has them: where they are read from, and the rows of one as a file of SQL. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { open } from '#db/backups/sealing'
import { dayOfKey, manifestKey } from '#domain/backups/keys'
import type { Manifest } from '#domain/backups/manifest'
import { isLocalDay, type LocalDay } from '#domain/cairo'

type Bytes = Uint8Array<ArrayBuffer>

/** A bucket of backups, or a copy of one. */
export type Backups = {
  get(key: string): Promise<Bytes | null>
  /** The keys that begin with a folder's name. */
  list(folder: string): Promise<string[]>
  close(): Promise<void>
}

/** A copy of the bucket in a folder, as `rclone copy` makes it. */
export function backupsInFolder(folder: string): Backups {
  return {
    get: async (key) => (existsSync(join(folder, key)) ? new Uint8Array(readFileSync(join(folder, key))) : null),
    list: async (below) => {
      if (!existsSync(join(folder, below))) return []
      const found = readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    },
    close: async () => undefined,
  }
}

/** The bucket of another local marketplace, which is stopped. */
export async function backupsOfState(state: string): Promise<Backups> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      telemetry: { enabled: false },
      resourcePersistencePath: state,
      r2Buckets: { BACKUPS: 'hessa-backups' },
    }),
  )
  const bucket = await miniflare.getR2Bucket('BACKUPS')
  return {
    get: async (key) => {
      const object = await bucket.get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    list: async (folder) => {
      const keys: string[] = []
      let cursor: string | undefined
      do {
        const page = await bucket.list(cursor === undefined ? { prefix: folder } : { prefix: folder, cursor })
        keys.push(...page.objects.map(({ key }) => key))
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor !== undefined)
      return keys
    },
    close: () => miniflare.dispose(),
  }
}

/** The bucket on the platform. Wrangler cannot list it, so that a day has to be named and rooms are not found. */
export function backupsOnPlatform(bucket: string, run: (command: readonly string[]) => Promise<string>): Backups {
  const folder = mkdtempSync(join(tmpdir(), 'hessa-backup-'))
  return {
    get: async (key) => {
      const file = join(folder, 'object')
      await run(['wrangler', 'r2', 'object', 'get', `${bucket}/${key}`, '--file', file, '--remote'])
      return new Uint8Array(readFileSync(file))
    },
    list: async () => [],
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const openFrom = async (backups: Backups, secrets: readonly string[], key: string): Promise<Bytes> => {
  const sealed = await backups.get(key)
  if (!sealed) throw new Error(`There is no ${key} among the backups`)
  return open(secrets, key, sealed)
}

/** The last day that has a complete backup of the database. */
export async function lastDay(backups: Backups): Promise<LocalDay> {
  const manifests = (await backups.list('database/')).filter((key) => key.endsWith('/manifest'))
  const day = manifests.map(dayOfKey).toSorted().at(-1)
  if (!day)
    throw new Error('There is no backup of the database; of a bucket on the platform, name the day: --day 2026-12-31')
  return day
}

export async function readManifest(backups: Backups, secrets: readonly string[], day: string): Promise<Manifest> {
  if (!isLocalDay(day)) throw new Error(`${day} is not a day: --day 2026-12-31`)
  const manifest = await openFrom(backups, secrets, manifestKey(day))
  return JSON.parse(new TextDecoder().decode(manifest)) as Manifest
}

/**
 * Writes the rows of a backup into a file, a statement a line.
 * @throws Error for a part that is missing or is not the one that the manifest means.
 */
export async function writeRows(
  backups: Backups,
  secrets: readonly string[],
  manifest: Manifest,
  file: string,
): Promise<void> {
  async function* parts() {
    for (const { key, sha256 } of manifest.parts) {
      const part = await openFrom(backups, secrets, key)
      if (createHash('sha256').update(part).digest('hex') !== sha256) throw new Error(`${key} is not what was saved`)
      yield part
    }
  }
  await pipeline(Readable.from(parts()), createGunzip(), createWriteStream(file))
}
