import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { getPlan, listPlans } from '#contract/plans'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { DomainError } from '#domain/errors'
import { isInviteActive, whyNotVisible } from '#domain/plans/visibility'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { flagFilter, listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { keepOffers, planOf, planStatement, recentOffers } from './store.ts'

const COLUMNS = {
  createdAt: plans.createdAt,
  weeklyMinutes: plans.weeklyMinutes,
  baseMonthlyPrice: plans.baseMonthlyPrice,
} as const

/**
 * A plan, visible by docs/rules/minutes.md 1.3.
 * @throws DomainError `plan-not-found`, also for an inactive plan unless the caller is staff; `forbidden` for an
 * invite-only plan without an invite or a verified e-mail.
 */
export const read = reading(
  ({ caller, params, db, now }: ReadRequest<typeof getPlan>) => [
    planStatement(db, params.id),
    db
      .select({ expiresAt: planInvites.expiresAt })
      .from(planInvites)
      .where(and(eq(planInvites.planId, params.id), eq(planInvites.userId, caller.id))),
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.userId, caller.id),
          sql`+${subscriptions.planId} = ${params.id}`,
          isNull(subscriptions.terminatedAt),
          gt(subscriptions.end, now),
        ),
      ),
  ],
  async ({ actor, now }, [found, [invite], [own]]) => {
    const plan = planOf(found)
    // Of one's own plan that is sold no more the minutes that are bought in addition have to be shown.
    if (own) return plan
    const invited = actor.verifiedEmail && invite !== undefined && isInviteActive(invite, now)
    const refusal = whyNotVisible(plan, { role: actor.role, invited })
    if (refusal) throw new DomainError(refusal)
    return plan
  },
)

type Filters = Query<typeof listPlans>

const matching = (query: Filters): SQL | undefined =>
  and(
    listFilter(plans.id, query.ids),
    numberFilter(plans.weeklyMinutes, query.weeklyMinutes),
    numberFilter(plans.baseMonthlyPrice, query.baseMonthlyPrice),
    numberFilter(plans.monthDiscount, query.monthDiscount),
    numberFilter(plans.quarterDiscount, query.quarterDiscount),
    numberFilter(plans.yearDiscount, query.yearDiscount),
    flagFilter(plans.active, query.active),
    flagFilter(plans.forInvitesOnly, query.forInvitesOnly),
    numberFilter(plans.createdAt, query.createdAt),
    numberFilter(plans.updatedAt, query.updatedAt),
  )

/** Plans that everybody may buy. */
const offered = and(eq(plans.active, true), eq(plans.forInvitesOnly, false))

const statements = (db: Db, query: Filters, visible: SQL | undefined) =>
  pageStatements(db, plans, and(visible, matching(query)), query, orderTerms(COLUMNS, plans.id, query))

const answerOf = (found: RowsOf<ReturnType<typeof statements>>) => {
  const { rows, ...count } = pageOf(found)
  return { list: rows, ...count }
}

/**
 * Admins get all plans, everybody else those that everybody may buy (docs/rules/minutes.md 1.3): for the signed-in these come from
 * memory where the isolate has just read them, so that the caller alone is read (docs/rules/api.md 1.9).
 */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof listPlans>) => {
    if (caller && isAdmin(caller.role)) return statements(db, query, undefined)
    return caller && recentOffers(query) ? [] : statements(db, query, offered)
  },
  async ({ actor, query, db }, [counted, found]) => {
    const read = counted && found ? ([counted, found] as const) : undefined
    if (!actor || isAdmin(actor.role)) return answerOf(read ?? (await db.batch(statements(db, query, offered))))
    const known = read ? undefined : recentOffers(query)
    return known ?? keepOffers(query, answerOf(read ?? (await db.batch(statements(db, query, offered)))))
  },
)
