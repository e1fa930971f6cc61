import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listIntroVideos } from '#contract/calls/intro-videos'
import { listUsers } from '#contract/calls/users'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import type { User } from '#contract/users'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { isAdmin, Role } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import type { MediaTab } from './search-params.ts'

export const PAGE_SIZE = 20

const STATES: Record<MediaTab, IntroVideoState> = {
  waiting: IntroVideoState.Pending,
  approved: IntroVideoState.Approved,
  rejected: IntroVideoState.Rejected,
}

type VideoPage = { list: readonly IntroVideoWithMembers[]; total: number }
const NONE: VideoPage = { list: [], total: 0 }

/** A page of what this account reviews: all of them for admins, a manager's own (docs/rules/onboarding.md 2.5). */
export const videosQuery = (tab: MediaTab, page: number, me: User) =>
  queryOptions({
    queryKey: [...keys.introVideos, tab, page],
    queryFn: async ({ signal }): Promise<VideoPage> => {
      // The longest wait first; what was decided last first.
      const direction = tab === 'waiting' ? 'asc' : 'desc'
      const query = { state: STATES[tab], orderBy: 'createdAt', direction, page, size: PAGE_SIZE } as const
      const { main, forReviewers } = await request(listIntroVideos, { query }, { signal })
      return isAdmin(me.role) ? main : (forReviewers ?? NONE)
    },
    placeholderData: keepPreviousData,
  })

/** One video in any state; null if this account does not review it. */
export const videoQuery = (id: number, me: User) =>
  queryOptions({
    queryKey: [...keys.introVideos, 'one', id],
    queryFn: async ({ signal }) => {
      const { main, forReviewers } = await request(listIntroVideos, { query: { ids: [id] } }, { signal })
      const { list } = isAdmin(me.role) ? main : (forReviewers ?? NONE)
      return list[0] ?? null
    },
  })

/** The tutor managers, for an admin who chooses another reviewer. */
export const managersQuery = queryOptions({
  queryKey: [...keys.users, 'managers'],
  queryFn: ({ signal }) => request(listUsers, { query: { role: Role.TutorManager, size: 100 } }, { signal }),
})
