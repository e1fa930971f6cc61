import { queryOptions } from '@tanstack/react-query'
import { listIntroVideos } from '#contract/calls/intro-videos'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** One's own latest intro video; null before the first. */
export const latestVideoQuery = queryOptions({
  queryKey: [...keys.introVideos, 'latest'],
  queryFn: async ({ signal }) => {
    const { main } = await request(listIntroVideos, { query: { size: 1 } }, { signal })
    return main.list[0] ?? null
  },
})
