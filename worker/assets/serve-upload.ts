import type { getUpload } from '#contract/assets'
import { DomainError } from '#domain/errors'
import { signedKey } from '../files/signed-names.ts'
import { publicKey } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { serveFile } from './serve-file.ts'

/** A key is never written twice: other bytes have another address. */
const PUBLIC = 'public, max-age=86400, stale-while-revalidate=604800'
const PRIVATE = 'private, max-age=3600'

/**
 * GET /assets/uploads/{name}: a public file, or a private one by an address that was signed for whoever may see it
 * (docs/rules/api.md 5.4).
 * @throws DomainError `asset-not-found`.
 */
export const serveUpload: Act<typeof getUpload> = async ({ params, env, headers, now }) => {
  const key = publicKey(params.name)
  if (key) return serveFile(env, key, headers, PUBLIC)
  const signed = await signedKey(env, params.name, now)
  if (!signed) throw new DomainError('asset-not-found')
  return serveFile(env, signed, headers, PRIVATE)
}
