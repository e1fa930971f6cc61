import type { TutorCard } from '#contract/tutors'
import { addressIn, languages } from '../messages/languages.ts'
import { pagePaths } from '../site/addresses.ts'
import { tutorPath } from '../site/pages/tutor-profile.tsx'

type TutorsPage = { list: readonly Pick<TutorCard, 'id'>[]; total: number }
/** Reads one page of the bookable tutors. */
export type ReadTutors = (paging: { page: number; size: number }) => Promise<TutorsPage>

/** The maximum page size of the API. */
const SIZE = 100
/** A sitemap may contain 50,000 addresses, and a tutor has one in each language. */
const MOST_PAGES = 240

export async function bookableTutors(readTutors: ReadTutors): Promise<number[]> {
  const first = await readTutors({ page: 1, size: SIZE })
  const pages = Math.min(Math.ceil(first.total / SIZE), MOST_PAGES)
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => readTutors({ page: index + 2, size: SIZE })),
  )
  // A tutor may move from one page to another between two calls.
  const ids = new Set([first, ...rest].flatMap(({ list }) => list.map(({ id }) => id)))
  return [...ids].toSorted((one, other) => one - other)
}

/** The page in each language, with its alternate languages for search engines. */
function entries(site: string, path: string): string {
  const addresses = languages.map((one) => ({ one, href: `${site}${addressIn(one, path)}` }))
  const alternates = addresses.map(({ one, href }) => `<xhtml:link rel="alternate" hreflang="${one}" href="${href}"/>`)
  return addresses.map(({ href }) => `  <url><loc>${href}</loc>${alternates.join('')}</url>\n`).join('')
}

/** The site's own pages, and the public page of each of these tutors. */
export const sitemap = (site: string, tutorIds: readonly number[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n',
    ...[...pagePaths, ...tutorIds.map(tutorPath)].map((path) => entries(site, path)),
    '</urlset>\n',
  ].join('')
