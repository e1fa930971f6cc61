import { queryOptions } from '@tanstack/react-query'
import { listPlanInvites } from '#contract/calls/plan-invites'
import { getPlan } from '#contract/calls/plans'
import type { Plan } from '#contract/plans'
import { fromIso, type Instant } from '#domain/cairo'
import { isInviteActive } from '#domain/plans/visibility'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { byPrice } from './shared/plans-query.ts'

/** A plan with the invite that offers it, which may expire. */
export type PlanOffer = { plan: Plan; invite: { expiresAt: Instant | null } | null }

async function invited(signal: AbortSignal): Promise<PlanOffer[]> {
  const { list } = await request(listPlanInvites, { query: { page: 1, size: 100 } }, { signal })
  const living = list
    .map(({ planId, expiresAt }) => ({ planId, expiresAt: expiresAt === null ? null : fromIso(expiresAt) }))
    .filter((invite) => isInviteActive(invite, now()))
  const found = await Promise.all(
    living.map(async ({ planId, expiresAt }) => {
      // An invite may name a plan that was deactivated since.
      const plan = await request(getPlan, { params: { id: planId } }, { signal }).catch(() => null)
      return plan?.forInvitesOnly ? [{ plan, invite: { expiresAt } }] : []
    }),
  )
  return found.flat().sort((one, other) => byPrice(one.plan, other.plan))
}

/** The plans that only this student may buy. */
export const invitedPlansQuery = (userId: number) =>
  queryOptions({ queryKey: [...keys.plans, 'invited', userId], queryFn: ({ signal }) => invited(signal) })
