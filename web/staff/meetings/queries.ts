import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { User } from '#contract/users'
import { isAdmin } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** One interview; null if it does not exist or this account may not see it. */
export const interviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.interviews, 'one', id],
    queryFn: async ({ signal }) => {
      const { list } = await request(listInterviews, { query: { ids: [id] } }, { signal })
      return list[0] ?? null
    },
  })

/** One demo session; a manager lists exactly their own (docs/rules/onboarding.md 5.3). */
export const demoQuery = (id: number, me: User) =>
  queryOptions({
    queryKey: [...keys.demoSessions, 'one', id],
    queryFn: async ({ signal }) => {
      const own = isAdmin(me.role) ? {} : { tutorManagerIds: [me.id] }
      const { list } = await request(listDemoSessions, { query: { ids: [id], ...own } }, { signal })
      return list[0] ?? null
    },
  })

export const refreshMeetings = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.interviews }),
    queryClient.invalidateQueries({ queryKey: keys.demoSessions }),
  ])
