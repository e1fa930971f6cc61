import { oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

const PLAN_TABS = ['plans', 'coupons'] as const
export type PlanTab = (typeof PLAN_TABS)[number]

export const plansSearch = listSearch(
  ['active', 'forInvitesOnly', 'weeklyMinutes', 'baseMonthlyPrice', 'planIds', 'expiresAt', 'createdAt'],
  { tab: oneOf(PLAN_TABS) },
)

const INVITE_TABS = ['students', 'emails'] as const
export type InviteTab = (typeof INVITE_TABS)[number]

export const planInvitesSearch = listSearch(['userIds', 'planIds', 'accepted', 'expiresAt'], {
  tab: oneOf(INVITE_TABS),
})
