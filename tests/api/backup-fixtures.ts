/** The platform's export, backups as an operator reads them, and the restore into an empty database. */
import { applyD1Migrations, reset } from 'cloudflare:test'
import { gunzipSync } from 'node:zlib'
import { onTestFinished, vi } from 'vitest'
import { open } from '#db/backups/sealing'
import { dayOfKey, manifestKey } from '#domain/backups/keys'
import type { Manifest } from '#domain/backups/manifest'
import type { LocalDay } from '#domain/cairo'
import { bindings, rows } from '#tests/people'
import { restoreScript, type Trigger } from '../../dev/restore-script.ts'
import { answerAsPlatform, dumpOf, EXPORTS_HOST, PLATFORM_HOST } from '../../dev/world/platform.ts'

export type PlatformRequest = { url: string; body: string }

/** Answers the export of the database as the platform does; `change` may answer in another way. */
export function withPlatform(change: (url: URL) => Response | null = () => null): PlatformRequest[] {
  const requests: PlatformRequest[] = []
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.hostname !== PLATFORM_HOST && url.hostname !== EXPORTS_HOST) return others(input, init)
    requests.push({ url: request.url, body: await request.clone().text() })
    return change(url) ?? answerAsPlatform(request, (tables) => dumpOf(bindings.DB, tables))
  })
  onTestFinished(() => void vi.stubGlobal('fetch', others))
  return requests
}

export const backupKeys = async (): Promise<string[]> => (await bindings.BACKUPS.list()).objects.map(({ key }) => key)

/** What is sealed under a key. */
export async function opened(key: string, secret = bindings.BACKUP_SECRET): Promise<Uint8Array<ArrayBuffer>> {
  const object = await bindings.BACKUPS.get(key)
  if (!object) throw new Error(`There is no ${key}`)
  return open([secret], key, new Uint8Array(await object.arrayBuffer()))
}

export const manifestOf = async (day: LocalDay): Promise<Manifest> =>
  JSON.parse(new TextDecoder().decode(await opened(manifestKey(day))))

/** The rows of a day's backup, a statement each. */
export async function statementsOf({ parts }: Manifest): Promise<string[]> {
  const packed = await Promise.all(parts.map(({ key }) => opened(key)))
  const sql = gunzipSync(Buffer.concat(packed)).toString()
  return sql.split('\n').filter((line) => line.startsWith('INSERT'))
}

/** The newest message list that a room's backup has. */
export async function savedTexts(roomId: number): Promise<string[] | null> {
  const key = (await backupKeys()).findLast((one) => one.startsWith('rooms/') && one.endsWith(`/${roomId}`))
  if (!key) return null
  const { messages } = JSON.parse(gunzipSync(await opened(key)).toString()) as { messages: { text: string }[] }
  return messages.map(({ text }) => text)
}

/** Loses the database and all objects, and keeps the backups alone. */
export async function loseEverything(): Promise<void> {
  const kept = await Promise.all(
    (await backupKeys()).map(async (key) => ({ key, bytes: await (await bindings.BACKUPS.get(key))?.arrayBuffer() })),
  )
  await reset()
  for (const { key, bytes } of kept) if (bytes) await bindings.BACKUPS.put(key, bytes)
}

type Migrations = Parameters<typeof applyD1Migrations>[1]

/** Makes the database again from the newest backup, as `npm run restore` does. */
export async function restoreDatabase(): Promise<Manifest> {
  const { DB, TEST_MIGRATIONS } = bindings as typeof bindings & { TEST_MIGRATIONS: Migrations }
  const day = (await backupKeys())
    .filter((key) => key.endsWith('/manifest'))
    .map(dayOfKey)
    .at(-1)
  if (!day) throw new Error('There is no backup')
  const manifest = await manifestOf(day)
  await applyD1Migrations(DB, TEST_MIGRATIONS)
  const triggers = await rows<Trigger>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
  const { before, after } = restoreScript(Object.keys(manifest.tables), triggers)
  const statements = [...before, ...(await statementsOf(manifest)), ...after]
  await DB.batch(statements.map((statement) => DB.prepare(statement)))
  return manifest
}
