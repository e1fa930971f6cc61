import { useNavigate, useSearch } from '@tanstack/react-router'
import { flag, oneOf, positiveInteger, type Search, searchSchema, text } from '../../platform/search.ts'

export type TutorsAddress = { search: string; page: number }

export const TUTOR_TABS = ['profile', 'reviews'] as const
export type TutorTab = (typeof TUTOR_TABS)[number]

/** `book` opens the booking at once, for links that promise a lesson. */
export const tutorSearch = searchSchema({ tab: oneOf(TUTOR_TABS), book: flag })

export const tutorsSearch = searchSchema({ search: text, page: positiveInteger })

export const readTutorsAddress = ({ search = '', page = 1 }: Search<typeof tutorsSearch>): TutorsAddress => ({
  search: search.trim(),
  page,
})

/** The search of a link to the list: defaults are left out. */
export const tutorsSearchParams = ({ search, page }: TutorsAddress) => ({
  ...(search ? { search } : {}),
  ...(page > 1 ? { page } : {}),
})

/** The search text and page, kept in the address so that going back returns to them. */
export function useTutorsAddress() {
  const navigate = useNavigate()
  const address = readTutorsAddress(useSearch({ from: '/shell/tutors' }))
  const searchFor = (search: string) =>
    void navigate({ to: '/tutors', search: tutorsSearchParams({ search, page: 1 }), replace: true })
  return { ...address, lookFor: searchFor }
}
