import { oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

const TABS = ['invites', 'permissions'] as const
export type StaffTab = (typeof TABS)[number]

export const staffSearch = listSearch(['state'], { tab: oneOf(TABS) })
