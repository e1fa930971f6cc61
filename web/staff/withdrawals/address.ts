import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

/** The sections of the screen; the first one is shown unless the address names another. */
export const withdrawalTabs = ['queue', 'all', 'files'] as const
export type WithdrawalTab = (typeof withdrawalTabs)[number]

/** `open` is the request, `file` the payment file that is looked at. */
export const withdrawalsSearch = listSearch(['methods', 'statuses', 'users', 'ids', 'receipt', 'amount'], {
  tab: oneOf(withdrawalTabs),
  open: positiveInteger,
  file: positiveInteger,
})
