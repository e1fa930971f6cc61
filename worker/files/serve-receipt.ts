import { eq } from 'drizzle-orm'
import type { getReceipt } from '#contract/assets'
import { paymentFiles } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { serveFile } from './serve-file.ts'

const keyOf = ({ name }: { name: string }): string => name.replaceAll('.', '/')

/**
 * A withdrawal's receipt, for its tutor and for admins (docs/rules/api.md 5.5), or a payment file's receipt, for admins.
 * @throws DomainError `asset-not-found`, `forbidden`.
 */
export const serveReceipt = reading(
  ({ params, db }: ReadRequest<typeof getReceipt>) => [
    db
      .select({ userId: withdrawals.userId })
      .from(withdrawals)
      .where(eq(withdrawals.receipt, keyOf(params))),
    db
      .select({ id: paymentFiles.id })
      .from(paymentFiles)
      .where(eq(paymentFiles.receipt, keyOf(params))),
  ],
  async ({ actor, params, env, headers }, [[withdrawal], [file]]) => {
    const key = keyOf(params)
    // The receipt of a whole payment file names other tutors, so only admins see it (docs/rules/staff.md 8.4).
    if (!withdrawal && isAdmin(actor.role) && file) return serveFile(env, key, headers, 'private, no-store')
    if (!withdrawal) throw new DomainError('asset-not-found')
    if (withdrawal.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    return serveFile(env, key, headers, 'private, no-store')
  },
)
