import { oneOf, searchSchema } from '../../platform/search.ts'

export const WITHDRAWAL_TABS = ['requests', 'lessons'] as const
export type WithdrawalTab = (typeof WITHDRAWAL_TABS)[number]

export const withdrawalsSearch = searchSchema({ tab: oneOf(WITHDRAWAL_TABS) })
