import { and, eq, isNull } from 'drizzle-orm'
import type { chooseNextPlan as contract } from '#contract/subscriptions'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { DomainError, refuse } from '#domain/errors'
import { whyNotNextPlan } from '#domain/payments/plan-change'
import { runningPlanOf } from '#domain/payments/top-up'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { subscriptionView } from './store.ts'

/**
 * Stores which plan and period a student wants after the running one, or takes the choice back; nothing is ordered
 * (docs/rules/minutes.md 9.8).
 * @throws DomainError the codes of `whyNotNextPlan`; `illegal` where the running plan has ended or the next period was paid
 * meanwhile.
 */
export const chooseNext = reading(
  ({ caller, body, db }: ReadRequest<typeof contract>) => {
    const planId = body.next?.planId ?? 0
    return [
      db.select().from(users).where(eq(users.id, caller.id)),
      db.select().from(plans).where(eq(plans.id, planId)),
      db
        .select()
        .from(planInvites)
        .where(and(eq(planInvites.userId, caller.id), eq(planInvites.planId, planId))),
      db.select().from(subscriptions).where(eq(subscriptions.userId, caller.id)),
    ]
  },
  async ({ body, db, now }: ActContext<typeof contract>, [[student], [plan = null], [invite = null], owned]) => {
    if (!student) throw new DomainError('user-not-found')
    refuse(whyNotNextPlan({ student, plan, invite, subscriptions: owned, isChosen: body.next !== null }, now))
    const running = runningPlanOf(owned, now)
    const [chosen] = await db
      .update(subscriptions)
      .set({ nextPlanId: body.next?.planId ?? null, nextPeriod: body.next?.period ?? null, updatedAt: now })
      .where(
        and(
          eq(subscriptions.id, running?.id ?? 0),
          isNull(subscriptions.terminatedAt),
          isNull(subscriptions.extendedBy),
        ),
      )
      .returning()
    if (!chosen) throw new DomainError('illegal')
    return subscriptionView(chosen)
  },
)
