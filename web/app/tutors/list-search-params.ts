import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Wanted } from '#domain/tutors/finding'
import type { Search } from '../../platform/search.ts'
import type { ListSort, tutorsSearch } from './search-params.ts'

/** The filters of the list; a parameter missing from the address does not filter. */
export type TutorsAddress = Wanted & { search: string; sort?: ListSort | undefined; page: number }

export const readTutorsAddress = ({
  search = '',
  page = 1,
  ...wanted
}: Search<typeof tutorsSearch>): TutorsAddress => ({
  ...wanted,
  search: search.trim(),
  page,
})

/** The search of a link to the list: defaults are left out. */
export const tutorsSearchParams = ({
  search,
  page,
  topic,
  gender,
  when,
  rating,
  slow,
  favourites,
  fitting,
  sort,
}: TutorsAddress) => ({
  search: search || undefined,
  topic,
  gender,
  when,
  rating,
  slow: slow || undefined,
  favourites: favourites || undefined,
  fitting: fitting || undefined,
  sort,
  page: page > 1 ? page : undefined,
})

/** The list's address. Every choice resets to the first page and adds a history entry; typing does not. */
export function useTutorsAddress() {
  const navigate = useNavigate({ from: '/tutors' })
  const address = readTutorsAddress(useSearch({ from: '/shell/tutors' }))
  const go = (changes: Partial<TutorsAddress>, replace: boolean) =>
    void navigate({
      to: '/tutors',
      // Of the newest address: two changes may come before the first of them is shown.
      search: (before) => tutorsSearchParams({ ...readTutorsAddress(before), page: 1, ...changes }),
      replace,
    })
  return {
    address,
    lookFor: (search: string) => go({ search }, true),
    choose: (changes: Partial<TutorsAddress>) => go(changes, false),
  }
}
