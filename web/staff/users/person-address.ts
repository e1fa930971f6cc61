import type { User } from '#contract/users'
import { isStudent, isStudio, isTutorSide, type Role } from '#domain/roles'
import { localDay, oneOf } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

/** What each tab of a person's page is given. */
export type TabProps = { person: User }

export const PERSON_TABS = [
  'profile',
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
] as const

/** The address of a person: the tab, the week of a calendar, and the state of the tab's list. */
export const personSearch = listSearch(FILTERS, { tab: oneOf(PERSON_TABS), week: localDay })

const STUDENT: readonly PersonTab[] = ['profile', 'lessons', 'minutes', 'subscriptions', 'payments']
const TUTOR: readonly PersonTab[] = ['profile', 'media', 'onboarding', 'week', 'lessons', 'earnings', 'withdrawals']
const TUTOR_FIRST: readonly PersonTab[] = ['onboarding', 'week', 'lessons', 'activity', 'earnings', 'withdrawals']
const STUDIO: readonly PersonTab[] = ['profile', 'media', 'tutors']

/** The tabs for a role; on a tutor's own page those about tutors come first. */
export function tabsOf(role: Role, isTutorFirst: boolean): readonly PersonTab[] {
  const common: readonly PersonTab[] = ['reports', 'sessions', 'audit']
  if (isStudent(role)) return [...STUDENT, 'ratings', 'chats', ...common]
  if (isTutorSide(role) && isTutorFirst) return [...TUTOR_FIRST, 'ratings', 'profile', 'media', 'chats', ...common]
  if (isTutorSide(role)) return [...TUTOR, 'activity', 'ratings', 'chats', ...common]
  if (isStudio(role)) return [...STUDIO, 'ratings', ...common]
  return ['profile', 'media', ...common]
}
