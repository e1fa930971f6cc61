import type { TutorCard } from '#contract/tutors'
import { tutorPath } from '../site/pages/tutor-profile.tsx'

type TutorsPage = { list: readonly Pick<TutorCard, 'id'>[]; total: number }
/** Reads one page of the tutors who take bookings. */
export type ReadTutors = (paging: { page: number; size: number }) => Promise<TutorsPage>

/** The largest page that the API answers. */
const SIZE = 100
/** A worker may make 1,000 calls, and a sitemap hold 50,000 addresses. */
const MOST_PAGES = 400

async function tutorIds(readTutors: ReadTutors): Promise<Set<number>> {
  const first = await readTutors({ page: 1, size: SIZE })
  const pages = Math.min(Math.ceil(first.total / SIZE), MOST_PAGES)
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => readTutors({ page: index + 2, size: SIZE })),
  )
  // Between two pages somebody may move from one to the other.
  return new Set([first, ...rest].flatMap(({ list }) => list.map(({ id }) => id)))
}

/** The sitemap of the site's own pages with the public page of each tutor who takes bookings. */
export async function withTutorPages(sitemap: string, site: string, readTutors: ReadTutors): Promise<string> {
  const ids = [...(await tutorIds(readTutors))].toSorted((one, other) => one - other)
  const lines = ids.map((id) => `  <url><loc>${site}${tutorPath(id)}</loc></url>\n`)
  return sitemap.replace('</urlset>', () => `${lines.join('')}</urlset>`)
}
