import * as z from 'zod/mini'
import { oneOf } from '../../platform/search.ts'

export const WITHDRAWAL_TABS = ['requests', 'lessons'] as const
export type WithdrawalTab = (typeof WITHDRAWAL_TABS)[number]

export const withdrawalsSearch = z.object({ tab: oneOf(WITHDRAWAL_TABS) })
