import { eq } from 'drizzle-orm'
import type { getReceipt } from '#contract/assets'
import type { Db } from '#db/client'
import { paymentFiles } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { serveFile } from './serve-file.ts'

/** The receipt of a whole payment file names other tutors, so only admins see it (docs/rules/staff.md 8.4). */
async function isFileReceipt(db: Db, key: string): Promise<boolean> {
  const [file] = await db.select({ id: paymentFiles.id }).from(paymentFiles).where(eq(paymentFiles.receipt, key))
  return file !== undefined
}

/**
 * A withdrawal's receipt, for its tutor and for admins (docs/rules/api.md 5.5); that of a payment file for admins.
 * @throws DomainError `asset-not-found`, `forbidden`.
 */
export const serveReceipt: Act<typeof getReceipt> = async ({ actor, params, db, env, headers }) => {
  const key = params.name.replaceAll('.', '/')
  const [withdrawal] = await db
    .select({ userId: withdrawals.userId })
    .from(withdrawals)
    .where(eq(withdrawals.receipt, key))
  if (!withdrawal && isAdmin(actor.role) && (await isFileReceipt(db, key)))
    return serveFile(env, key, headers, 'private, no-store')
  if (!withdrawal) throw new DomainError('asset-not-found')
  if (withdrawal.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return serveFile(env, key, headers, 'private, no-store')
}
