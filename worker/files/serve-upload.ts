import type { getUpload } from '#contract/assets'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { isDownloadable, isExportKey } from '../privacy/export-store.ts'
import { serveFile } from './serve-file.ts'
import { verifyFileName } from './signed-names.ts'
import { publicKey } from './store.ts'

/** Keys are never reused, so a cached file cannot be an old version. */
const PUBLIC = 'public, max-age=86400, stale-while-revalidate=604800'
const PRIVATE = 'private, max-age=3600'

/**
 * A public file, or a private one by its signed address (docs/rules/api.md 5.4).
 * @throws DomainError `asset-not-found`.
 */
export const serveUpload: Act<typeof getUpload> = async ({ params, db, env, headers, now }) => {
  const key = publicKey(params.name)
  if (key) return serveFile(env, key, headers, PUBLIC)
  const signed = await verifyFileName(env, params.name, now)
  if (!signed) throw new DomainError('asset-not-found')
  if (!isExportKey(signed)) return serveFile(env, signed, headers, PRIVATE)
  // The copy ends with the account's being taken back, and its addresses with it (docs/rules/privacy.md 2.6).
  if (!(await isDownloadable(db, signed, now))) throw new DomainError('asset-not-found')
  return serveFile(env, signed, headers, 'private, no-store')
}
