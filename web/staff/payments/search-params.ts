import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

/** The sections of the screen; the first one is shown unless the address names another. */
const PAYMENT_TABS = ['orders', 'subscriptions', 'refunds'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

/** `open` is the order that is looked at. */
export const paymentsSearch = listSearch(
  [
    'ids',
    'users',
    'plans',
    'planPeriods',
    'periods',
    'amount',
    'statuses',
    'paymentMethods',
    'weeklyMinutes',
    'createdAt',
    'paidAt',
    'sources',
    'first',
    'converted',
    'startAt',
    'endAt',
    'renewed',
    'smaller',
    'paused',
    'pauseStart',
    'topUps',
    'changes',
    'doneAt',
  ],
  { tab: oneOf(PAYMENT_TABS), open: positiveInteger },
)
