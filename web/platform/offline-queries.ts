import type { QueryKey } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/**
 * The key prefixes of queries whose answers are stored on the device for offline use (`offline-data.ts`): the account, its
 * home, its timetable and its chats.
 */
const STORED_KEYS: readonly QueryKey[] = [
  keys.currentUser,
  keys.subscription,
  [...keys.profile, 'tutor'],
  ...['student-home', 'tutor-home', 'tutor'].map((name) => [...keys.stats, name]),
  ...['coming', 'past', 'today', 'tab', 'range'].map((name) => [...keys.lessons, name]),
  [...keys.slots, 'ahead'],
  ...['rooms', 'with'].map((name) => [...keys.chat, name]),
]

/** Whether the answer of a query is stored on the device. */
export const isStoredOffline = (key: QueryKey): boolean =>
  STORED_KEYS.some((first) => first.every((part, index) => key[index] === part))
