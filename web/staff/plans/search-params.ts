import { oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

export const PLAN_TABS = ['plans', 'coupons'] as const

export const plansSearch = listSearch(
  ['active', 'forInvitesOnly', 'weeklyMinutes', 'baseMonthlyPrice', 'planIds', 'expiresAt', 'createdAt'],
  { tab: oneOf(PLAN_TABS) },
)

export const INVITE_TABS = ['students', 'emails'] as const

export const planInvitesSearch = listSearch(['userIds', 'planIds', 'accepted', 'expiresAt'], {
  tab: oneOf(INVITE_TABS),
})
