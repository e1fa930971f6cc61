import { queryOptions } from '@tanstack/react-query'
import { invoiceStats } from '#contract/calls/invoices'
import { listLessons } from '#contract/calls/lessons'
import { getPersonFile } from '#contract/calls/person-file'
import { getStudent, studentStats } from '#contract/calls/students'
import { subscriptionOfUser } from '#contract/calls/subscriptions'
import { topicsOfUser } from '#contract/calls/topics'
import { tutorMeta, tutorStats } from '#contract/calls/tutors'
import { userSessions } from '#contract/calls/users'
import type { User } from '#contract/users'
import { request } from '../../platform/api.ts'
import { personKey } from './shared/person-query.ts'

/** What each tab of a person's page is given. */
export type TabProps = { person: User }

const SESSIONS_MS = 30_000

/** Whether the user is online; refreshed while the page is open. */
export const sessionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'sessions'],
    queryFn: ({ signal }) => request(userSessions, { params: { id } }, { signal }),
    refetchInterval: SESSIONS_MS,
  })

/** What staff keep about a person among themselves. */
export const personFileQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'file'],
    queryFn: ({ signal }) => request(getPersonFile, { params: { id } }, { signal }),
  })

export const tutorMetaQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'tutor'],
    queryFn: ({ signal }) => request(tutorMeta, { query: { tutorId: id } }, { signal }),
  })

export const studentQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'student'],
    queryFn: ({ signal }) => request(getStudent, { params: { id } }, { signal }),
  })

export const topicsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'topics'],
    queryFn: ({ signal }) => request(topicsOfUser, { query: { userId: id } }, { signal }),
  })

export const studentStatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'student-stats'],
    queryFn: ({ signal }) => request(studentStats, { params: { id } }, { signal }),
  })

export const tutorStatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'tutor-stats'],
    queryFn: ({ signal }) => request(tutorStats, { params: { id } }, { signal }),
  })

/** What a tutor earned, requested and may withdraw, in piastres. */
export const balanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'balance'],
    queryFn: ({ signal }) => request(invoiceStats, { params: { id } }, { signal }),
  })

/** A student's current subscription and the minutes left of its week. */
export const currentSubscriptionQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'subscription'],
    queryFn: ({ signal }) => request(subscriptionOfUser, { query: { userId: id } }, { signal }),
  })

/** How many lessons of a person are still to come; only the count is used. */
export const comingLessonsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'coming-lessons'],
    queryFn: async ({ signal }) => {
      const query = { users: [id], canceled: false, past: false, size: 1 }
      const { total } = await request(listLessons, { query }, { signal })
      return total
    },
  })
