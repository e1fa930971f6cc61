import { queryOptions } from '@tanstack/react-query'
import { listTopicsForStaff } from '#contract/calls/topics'
import type { CountedTopic } from '#contract/topics'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const PAGE_SIZE = 100

/** All topics in their order: there are tens of them. */
export const allTopicsQuery = queryOptions({
  queryKey: [...keys.topics, 'staff', 'all'],
  queryFn: async ({ signal }) => {
    const topics: CountedTopic[] = []
    for (let page = 1; ; page++) {
      const { list, total } = await request(listTopicsForStaff, { query: { page, size: PAGE_SIZE } }, { signal })
      topics.push(...list)
      if (list.length < PAGE_SIZE || topics.length >= total) return topics
    }
  },
})
