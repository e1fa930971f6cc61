import type { QueryKey } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/**
 * The first parts of the keys of queries whose answers are kept on the device for reading without a network (`offline-data.ts`): the
 * account, its home, its timetable and its chats.
 */
const KEPT_KEYS: readonly QueryKey[] = [
  keys.currentUser,
  keys.subscription,
  [...keys.profile, 'tutor'],
  ...['student-home', 'tutor-home', 'tutor'].map((name) => [...keys.stats, name]),
  ...['coming', 'past', 'today', 'tab', 'range'].map((name) => [...keys.lessons, name]),
  [...keys.slots, 'ahead'],
  ...['rooms', 'with'].map((name) => [...keys.chat, name]),
]

/** Whether what a query has read is kept on the device. */
export const isKept = (key: QueryKey): boolean =>
  KEPT_KEYS.some((first) => first.every((part, index) => key[index] === part))
