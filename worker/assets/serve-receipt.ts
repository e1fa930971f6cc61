import { eq } from 'drizzle-orm'
import type { getReceipt } from '#contract/assets'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { serveFile } from './serve-file.ts'

/**
 * A withdrawal's receipt, for its tutor and for admins (docs/rules/api.md 5.5).
 * @throws DomainError `asset-not-found`, `forbidden`.
 */
export const serveReceipt: Act<typeof getReceipt> = async ({ actor, params, db, env, headers }) => {
  const key = params.name.replaceAll('.', '/')
  const [withdrawal] = await db
    .select({ userId: withdrawals.userId })
    .from(withdrawals)
    .where(eq(withdrawals.receipt, key))
  if (!withdrawal) throw new DomainError('asset-not-found')
  if (withdrawal.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return serveFile(env, key, headers, 'private, no-store')
}
