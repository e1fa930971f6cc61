import { useNavigate, useSearch } from '@tanstack/react-router'

export type TutorsAddress = { search: string; page: number }

/** `?search=&page=` of the list; whatever is not a page number is the first page. */
export function readTutorsAddress(raw: { search?: unknown; page?: unknown }): TutorsAddress {
  const page = Number(raw.page)
  return {
    search: raw.search === undefined || raw.search === null ? '' : String(raw.search).trim(),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** As it stands in the address: what is usual is left out. */
export const tutorsSearchParams = ({ search, page }: TutorsAddress) => ({
  ...(search ? { search } : {}),
  ...(page > 1 ? { page } : {}),
})

/** What is looked for and where in the list one is, kept in the address so that going back brings it back. */
export function useTutorsAddress() {
  const navigate = useNavigate()
  const address = readTutorsAddress(useSearch({ strict: false }))
  const lookFor = (search: string) =>
    void navigate({ to: '/tutors', search: tutorsSearchParams({ search, page: 1 }), replace: true })
  return { ...address, lookFor }
}
