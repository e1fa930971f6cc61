import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { listReferrals } from '#contract/referrals'
import { referralRewards, referrals } from '#db/schema/referrals'
import { type ReadRequest, reading } from '../http/bind.ts'
import { newestOrder, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'

/** Students who were brought by others (docs/rules/minutes.md 12.9). */
export const list = reading(
  ({ query, db }: ReadRequest<typeof listReferrals>) => {
    const { state, userId } = query
    const where = and(
      state && eq(referrals.state, state),
      userId === undefined ? undefined : or(eq(referrals.bringerId, userId), eq(referrals.friendId, userId)),
    )
    const order = newestOrder(referrals)
    const on = (...columns: Parameters<typeof valuesOnPage>[0]) => valuesOnPage(columns, referrals, where, query, order)
    return [
      ...pageStatements(db, referrals, where, query, order),
      peopleStatement(db, on(referrals.bringerId, referrals.friendId, referrals.decidedBy)),
      db
        .select()
        .from(referralRewards)
        .where(inArray(referralRewards.referralId, sql`(${on(referrals.id)})`))
        .orderBy(referralRewards.id),
    ] as const
  },
  async (_ctx, [counted, page, found, rewards]) => {
    const { rows, ...count } = pageOf([counted, page])
    const people = peopleById(found)
    return {
      list: rows.map(({ bringerId, friendId, decidedBy, ...row }) => ({
        ...row,
        bringer: personAmong(people, bringerId),
        friend: personAmong(people, friendId),
        decidedBy: decidedBy === null ? null : { id: decidedBy, name: personAmong(people, decidedBy).name },
        rewards: rewards.filter(({ referralId }) => referralId === row.id),
      })),
      ...count,
    }
  },
)
