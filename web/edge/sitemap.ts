import type { TutorCard } from '#contract/tutors'
import { tutorPath } from '../site/pages/tutor-profile.tsx'

type TutorsPage = { list: readonly Pick<TutorCard, 'id'>[]; total: number }
/** Reads one page of the bookable tutors. */
export type ReadTutors = (paging: { page: number; size: number }) => Promise<TutorsPage>

/** The maximum page size of the API. */
const SIZE = 100
/** A worker may make 1,000 calls, and a sitemap may contain 50,000 addresses. */
const MOST_PAGES = 400

async function tutorIds(readTutors: ReadTutors): Promise<Set<number>> {
  const first = await readTutors({ page: 1, size: SIZE })
  const pages = Math.min(Math.ceil(first.total / SIZE), MOST_PAGES)
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => readTutors({ page: index + 2, size: SIZE })),
  )
  // A tutor may move from one page to another between two calls.
  return new Set([first, ...rest].flatMap(({ list }) => list.map(({ id }) => id)))
}

/** Adds the public page of each bookable tutor to the sitemap of the site's own pages. */
export async function withTutorPages(sitemap: string, site: string, readTutors: ReadTutors): Promise<string> {
  const ids = [...(await tutorIds(readTutors))].toSorted((one, other) => one - other)
  const lines = ids.map((id) => `  <url><loc>${site}${tutorPath(id)}</loc></url>\n`)
  return sitemap.replace('</urlset>', () => `${lines.join('')}</urlset>`)
}
