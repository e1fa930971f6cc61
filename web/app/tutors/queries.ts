import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOnboardedTutors, listTutorsForStudent } from '#contract/calls/tutors'
import { language } from '#messages/language'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { msUntilStale } from './freshness.ts'
import type { TutorsAddress } from './list-search-params.ts'

export const TUTORS_A_PAGE = 12

/** One page of tutors with the counts of all options. Students have their own list; everybody else gets the public one. */
export const tutorsQuery = (address: TutorsAddress, isForStudent: boolean) => {
  const { search, topic, gender, when, rating, slow, favourites, fitting, sort, page } = address
  const common = { facets: true, search, topic, gender, when, rating, slow, page, size: TUTORS_A_PAGE }
  return queryOptions({
    queryKey: [...keys.tutors, 'list', isForStudent ? 'student' : 'public', address],
    queryFn: async ({ signal }) => {
      if (isForStudent) {
        const query = { ...common, favourites, fitting, sort: sort ?? 'recommended' }
        const { chosenTopics, chosenEnglishTopics, ...found } = await request(
          listTutorsForStudent,
          { query },
          { signal },
        )
        return { ...found, chosenTopics: { ar: chosenTopics, en: chosenEnglishTopics }[language.code] }
      }
      const order = sort === undefined || sort === 'recommended' ? 'soonest' : sort
      const found = await request(listOnboardedTutors, { query: { ...common, sort: order } }, { signal })
      return { ...found, chosenTopics: [] }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data ? msUntilStale(state.data.list, now()) : false),
  })
}
