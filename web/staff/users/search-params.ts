import { localDay, oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

export const PERSON_TABS = [
  'profile',
  'team',
  'media',
  'onboarding',
  'activity',
  'week',
  'lessons',
  'subscriptions',
  'payments',
  'minutes',
  'withdrawals',
  'earnings',
  'ratings',
  'reports',
  'chats',
  'tutors',
  'sessions',
  'audit',
] as const
export type PersonTab = (typeof PERSON_TABS)[number]

/** The filters of all lists in the tabs. */
const FILTERS = [
  'status',
  'start',
  'states',
  'statuses',
  'ids',
  'plans',
  'amount',
  'createdAt',
  'updatedAt',
  'periods',
  'planPeriods',
  'weeklyMinutes',
  'paymentMethods',
  'methods',
  'receipt',
  'payWaits',
  'outcome',
  'disputed',
  'undecided',
  'cutShort',
  'poorCall',
  'late',
  'unfulfilled',
  'wrong',
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
] as const

/** The address of a person: the tab, the week of a calendar, and the state of the tab's list. */
export const personSearch = listSearch(FILTERS, { tab: oneOf(PERSON_TABS), week: localDay })

export const usersSearch = listSearch([
  'role',
  'gender',
  'verified',
  'online',
  'city',
  'owners',
  'tag',
  'firstPaid',
  'stay',
  'brought',
  'standing',
  'createdAt',
])
