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
import { overAnyConnection } from './connections.ts'
import { root } from './settings.ts'

const FILES_AT_ONCE = 24

/** The stored form of `worker/auth/password-hash.ts`, made once: every demo account has the same password. */
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
        return overAnyConnection(() => bucket.put(file.key, file.svg ?? film, { httpMetadata }))
      }),
    )
}

/** Hands a part of the demo to what keeps it outside of the database. */
async function tell(miniflare: Miniflare, path: string, part: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(part) }
  const told = await overAnyConnection(() => miniflare.dispatchFetch(`http://localhost${path}`, request))
  if (!told.ok) throw new Error(`${path} did not take its part of the demo: ${told.status}`)
}

/** Whoever looked at the list before the tutors came must not keep it empty (docs/decisions/003). */
const TOUCH_TUTORS = "INSERT INTO cache_versions (name, version) VALUES ('tutors', 1)"

const isInhabited = (db: D1Database) => overAnyConnection(() => db.prepare('SELECT 1 FROM users LIMIT 1').first())

/** Fills a marketplace in which nobody has registered yet: the files first, then all rows or none. */
export async function loadDemo(miniflare: Miniflare): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'api')
  if (await isInhabited(db)) return
  const demo = demoOf(Date.now())
  const film = readFileSync(join(root, 'db/demo/intro-video.webm'))
  await store(miniflare, filesOf(demo), film)
  // The gateway of the laptop knows what the demo's students have paid, so that it can give it back.
  await tell(miniflare, '/dev/fawry/orders', gatewayOrdersOf(demo))
  const statements = statementsOf(demo, hashOf(DEMO_PASSWORD), film.byteLength)
  await overAnyConnection(async () => {
    if (await isInhabited(db)) return
    await db.batch([...statements.map(({ sql, json }) => db.prepare(sql).bind(json)), db.prepare(TOUCH_TUTORS)])
  })
  await tell(miniflare, '/dev/conversations', conversationsOf(demo))
}
