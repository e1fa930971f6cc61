import { addressIn, languages } from '../messages/languages.ts'
import { pagePaths } from '../site/addresses.ts'
import { tutorPath } from '../site/pages/tutor-profile.tsx'

/**
 * A part names the tutors of as many consecutive ids, so that it stays the same while others come and go. A sitemap may contain
 * 50,000 addresses, and a tutor has one in each language; a part of a hundredth of that is written in a millisecond.
 */
export const IDS_OF_PART = 250

const partOf = (tutorId: number): number => Math.floor(tutorId / IDS_OF_PART)

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The index: the part of the site's own pages, and those of the tutors. */
export function sitemapIndex(site: string, tutorIds: readonly number[]): string {
  const parts = [...new Set(tutorIds.map(partOf))].map((part) => `tutors-${part}`)
  const named = ['pages', ...parts].map((part) => `  <sitemap><loc>${site}/sitemap-${part}.xml</loc></sitemap>\n`)
  return `${XML}<sitemapindex xmlns="${SCHEMA}">\n${named.join('')}</sitemapindex>\n`
}

/** The page in each language, with its alternate languages for search engines. */
function entries(site: string, path: string): string {
  const addresses = languages.map((one) => ({ one, href: `${site}${addressIn(one, path)}` }))
  const alternates = addresses.map(({ one, href }) => `<xhtml:link rel="alternate" hreflang="${one}" href="${href}"/>`)
  return addresses.map(({ href }) => `  <url><loc>${href}</loc>${alternates.join('')}</url>\n`).join('')
}

const sitemapOf = (site: string, paths: readonly string[]): string =>
  [
    `${XML}<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`,
    ...paths.map((path) => entries(site, path)),
    '</urlset>\n',
  ].join('')

export const pagesSitemap = (site: string): string => sitemapOf(site, pagePaths)

/** The public pages of these tutors that are named in a part; null for a part without any. */
export function tutorsSitemap(site: string, tutorIds: readonly number[], part: number): string | null {
  const ids = tutorIds.filter((id) => partOf(id) === part)
  return ids.length === 0 ? null : sitemapOf(site, ids.map(tutorPath))
}
