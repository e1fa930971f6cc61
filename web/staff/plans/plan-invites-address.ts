import { oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

export const INVITE_TABS = ['students', 'emails'] as const

export const planInvitesSearch = listSearch(['userIds', 'planIds', 'accepted', 'expiresAt'], {
  tab: oneOf(INVITE_TABS),
})
