import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { Miniflare } from 'miniflare'
import type { DemoFile } from '#db/demo/files'
import type { Instant } from '#domain/cairo'
import { retryDropped } from './retry.ts'
import type { Runtime } from './runtime.ts'
import { root, stateDir } from './settings.ts'

const FILES_AT_ONCE = 24

/** Computed once, because every demo account has the same password. */
async function hashOfDemoPassword(): Promise<string> {
  const [{ default: load }, { ARGON2, asciiPassword, hashText, SALT_BYTES }, { DEMO_PASSWORD }] = await Promise.all([
    import('@phi-ag/argon2/node'),
    import('#domain/users/password-hash'),
    import('#db/demo/accounts'),
  ])
  const salt = randomBytes(SALT_BYTES)
  const { memoryCost, timeCost, parallelism, hashLength } = ARGON2
  const argon2 = await load()
  const { hash } = argon2.hash(asciiPassword(DEMO_PASSWORD), { salt, memoryCost, timeCost, parallelism, hashLength })
  return hashText(salt.toString('base64'), Buffer.from(hash).toString('base64'))
}

async function store(miniflare: Miniflare, files: readonly DemoFile[], film: Uint8Array): Promise<void> {
  const { contentTypeOf } = await import('#db/demo/files')
  const bucket = await miniflare.getR2Bucket('FILES', 'api')
  for (let at = 0; at < files.length; at += FILES_AT_ONCE)
    await Promise.all(
      files.slice(at, at + FILES_AT_ONCE).map((file) => {
        const httpMetadata = { contentType: contentTypeOf(file) }
        return retryDropped(() => bucket.put(file.key, file.svg ?? film, { httpMetadata }))
      }),
    )
}

const isInhabited = (db: D1Database) => retryDropped(() => db.prepare('SELECT 1 FROM users LIMIT 1').first())

/** Exists while the demo data is being loaded, and contains the instant that its dates are relative to. */
const unfinished = join(stateDir, 'demo-unfinished.json')

const isDemoUnfinished = (): boolean => existsSync(unfinished)

/** The start of the load, stored so that an interrupted load continues with the same people, lessons and messages. */
function beginning(): Instant {
  if (isDemoUnfinished()) return JSON.parse(readFileSync(unfinished, 'utf8')).now
  const now = Date.now()
  // Renamed into place, so that a start killed here leaves no partial file.
  writeFileSync(`${unfinished}.new`, JSON.stringify({ now }))
  renameSync(`${unfinished}.new`, unfinished)
  return now
}

/**
 * Fills an empty marketplace, or finishes an interrupted load: the files first, then all rows in one batch, then what is
 * stored outside the database. Every step can be repeated.
 */
export async function loadDemo({ miniflare, post }: Runtime): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'api')
  if (!isDemoUnfinished() && (await isInhabited(db))) return
  const [{ demoOf }, { statementsOf }, { filesOf }, { gatewayOrdersOf }, { conversationsOf }] = await Promise.all([
    import('#db/demo/demo'),
    import('#db/demo/statements'),
    import('#db/demo/files'),
    import('#db/demo/gateway-orders'),
    import('#db/demo/conversations'),
  ])
  const demo = demoOf(beginning())
  const film = readFileSync(join(root, 'db/demo/intro-video.webm'))
  await store(miniflare, filesOf(demo), film)
  // The local payment gateway must know the demo students' payments, otherwise they could not be refunded.
  await retryDropped(() => post('/dev/fawry/orders', gatewayOrdersOf(demo)))
  const statements = statementsOf(demo, await hashOfDemoPassword(), film.byteLength)
  await retryDropped(async () => {
    // A batch whose answer was lost must not be written again.
    if (await isInhabited(db)) return
    await db.batch(statements.map(({ sql, json }) => db.prepare(sql).bind(json)))
  })
  await retryDropped(() => post('/dev/conversations', conversationsOf(demo)))
  // The lists of students at risk and of tutors' figures are those of the last night.
  await retryDropped(() => post('/dev/jobs/store-figures'))
  rmSync(unfinished)
}
