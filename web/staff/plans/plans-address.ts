import { oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

export const PLAN_TABS = ['plans', 'coupons'] as const

export const plansSearch = listSearch(
  ['active', 'forInvitesOnly', 'weeklyMinutes', 'baseMonthlyPrice', 'planIds', 'expiresAt', 'createdAt'],
  { tab: oneOf(PLAN_TABS) },
)
