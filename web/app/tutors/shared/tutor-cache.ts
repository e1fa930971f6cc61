import type { QueryClient } from '@tanstack/react-query'
import type { TutorCard } from '#contract/tutor-card'
import { keys } from '../../../platform/query-keys.ts'

const isCardOf = (value: unknown, id: number): value is TutorCard =>
  typeof value === 'object' && value !== null && 'id' in value && value.id === id && 'avgRating' in value

const replaced = (value: unknown, card: TutorCard): unknown =>
  isCardOf(value, card.id) ? { ...value, ...card } : value

/** Replaces a tutor's card in every cached list, without a request and without reordering. */
export function patchTutor(queryClient: QueryClient, card: TutorCard): void {
  queryClient.setQueriesData({ queryKey: keys.tutors }, (cached: unknown) => {
    if (typeof cached !== 'object' || cached === null || !('list' in cached) || !Array.isArray(cached.list))
      return replaced(cached, card)
    return { ...cached, list: cached.list.map((one) => replaced(one, card)) }
  })
}
