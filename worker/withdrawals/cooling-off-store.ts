import { and, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { credentialChanges } from '#db/schema/credential-changes'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'
import { type CoolingOff, coolingOffOf, whyNotPaid } from '#domain/withdrawals/cooling-off'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { isAmong } from '../http/filters.ts'
import type { Withdrawal } from './store.ts'

const { Approved, PendingApproval, PendingCancellation } = WithdrawalStatus

/** The plus sign keeps SQLite from scanning all requests of a status. */
const isPaid = sql`+${withdrawals.status} = ${literals(Approved)}`

/** The statements whose rows `paymentHistoryOf` takes, for tutors given by their ids or by a subquery. */
export const historyStatements = (db: Db, tutors: readonly number[] | SQL) =>
  [
    db
      .select({ userId: withdrawals.userId, receiver: withdrawals.receiver })
      .from(withdrawals)
      .where(and(isAmong(withdrawals.userId, tutors), isPaid)),
    db.select().from(credentialChanges).where(isAmong(credentialChanges.userId, tutors)),
  ] as const

type HistoryRows = RowsOf<ReturnType<typeof historyStatements>>

/** The receivers that were paid of this tutor, and the latest change of each credential. */
export const paymentHistoryOf = (tutorId: number, [paid, changes]: HistoryRows) => ({
  paidReceivers: [...new Set(paid.filter(({ userId }) => userId === tutorId).map(({ receiver }) => receiver))],
  changes: changes
    .filter(({ userId }) => userId === tutorId)
    .map(({ credential, changedAt }) => ({ credential, changedAt })),
})

type Asked = Pick<Withdrawal, 'userId' | 'status' | 'receiver' | 'createdAt'>

/** Until when a request waits, and after what (docs/rules/money.md 9.10); null for one that is decided. */
export function coolingOffOfRequest(one: Asked, rows: HistoryRows, now: Instant): CoolingOff | null {
  if (one.status !== PendingApproval && one.status !== PendingCancellation) return null
  const { userId, receiver, createdAt } = one
  return coolingOffOf({ receiver, askedAt: createdAt }, paymentHistoryOf(userId, rows), now)
}

/**
 * The ids of those of these requests whose cooling-off the actor waives by paying them.
 * @throws DomainError `invoice-cooling-off` for an actor who may not, or without a reason (docs/rules/money.md 9.11).
 */
export function waivedIn(
  { actor, reason, now }: { actor: { role: Role }; reason: string | null; now: Instant },
  requests: readonly (Asked & { id: number })[],
  rows: HistoryRows,
): ReadonlySet<number> {
  const cooling = requests.flatMap((one) => {
    const coolingOff = coolingOffOfRequest(one, rows, now)
    return coolingOff ? [{ id: one.id, coolingOff }] : []
  })
  for (const { id, coolingOff } of cooling) {
    const refusal = whyNotPaid(coolingOff, { role: actor.role, reason })
    if (refusal) throw new DomainError(refusal, `request ${id} cools off`)
  }
  return new Set(cooling.map(({ id }) => id))
}
