import { randomBytes, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { Miniflare } from 'miniflare'
import { DEMO_PASSWORD } from '#db/demo/accounts'
import { conversationsOf } from '#db/demo/conversations'
import { demoOf, statementsOf } from '#db/demo/demo'
import { contentTypeOf, type DemoFile, filesOf } from '#db/demo/files'
import { gatewayOrdersOf } from '#db/demo/gateway-orders'
import { retryDropped } from './retry.ts'
import type { Runtime } from './runtime.ts'
import { root } from './settings.ts'

const FILES_AT_ONCE = 24

/** In the format of `worker/auth/password-hash.ts`; computed once, as every demo account has the same password. */
function hashOf(password: string): string {
  const [N, r, p] = [16384, 8, 5]
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, { N, r, p, maxmem: 64 * 1024 * 1024 })
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

async function store(miniflare: Miniflare, files: readonly DemoFile[], film: Uint8Array): Promise<void> {
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

/**
 * Fills a marketplace in which nobody has registered yet: the files first, then all rows or none, then what is kept outside
 * of the database.
 */
export async function loadDemo({ miniflare, post }: Runtime): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'api')
  if (await isInhabited(db)) return
  const demo = demoOf(Date.now())
  const film = readFileSync(join(root, 'db/demo/intro-video.webm'))
  await store(miniflare, filesOf(demo), film)
  // The local payment gateway must know what the demo's students have paid, or nothing of it could be refunded.
  await retryDropped(() => post('/dev/fawry/orders', gatewayOrdersOf(demo)))
  const statements = statementsOf(demo, hashOf(DEMO_PASSWORD), film.byteLength)
  await retryDropped(async () => {
    // A batch whose answer was lost is not written again.
    if (await isInhabited(db)) return
    await db.batch(statements.map(({ sql, json }) => db.prepare(sql).bind(json)))
  })
  await retryDropped(() => post('/dev/conversations', conversationsOf(demo)))
}
