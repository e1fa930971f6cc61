import { expect, it } from 'vitest'
import { IDS_OF_PART, pagesSitemap, sitemapIndex, tutorsSitemap } from './sitemap.ts'

const SITE = 'https://www.hessa.example'
const addressesIn = (text: string | null) =>
  [...(text ?? '').matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address)

it('names each tutor in one part, however many there are', () => {
  const tutors = Array.from({ length: 700 }, (_, index) => 1 + Math.floor((index * 7 * IDS_OF_PART) / 700))
  const parts = addressesIn(sitemapIndex(SITE, tutors)).map((address) => address?.replace(`${SITE}/sitemap-`, ''))
  expect(parts).toEqual(['pages.xml', ...[0, 1, 2, 3, 4, 5, 6].map((part) => `tutors-${part}.xml`)])
  const named = [0, 1, 2, 3, 4, 5, 6].flatMap((part) => addressesIn(tutorsSitemap(SITE, tutors, part)))
  expect(named.filter((address) => !address?.includes('/en/'))).toEqual(tutors.map((id) => `${SITE}/tutors/${id}`))
  expect(named).toHaveLength(2 * tutors.length)
})

it('keeps a part within the number of addresses that a sitemap may have', () => {
  const everybody = Array.from({ length: IDS_OF_PART + 1 }, (_, index) => IDS_OF_PART + index)
  expect(addressesIn(tutorsSitemap(SITE, everybody, 1))).toHaveLength(2 * IDS_OF_PART)
  expect(2 * IDS_OF_PART).toBeLessThanOrEqual(50_000)
  expect(addressesIn(tutorsSitemap(SITE, everybody, 2))).toHaveLength(2)
  expect(tutorsSitemap(SITE, everybody, 3)).toBeNull()
})

it('has the site’s own pages where nobody takes bookings, each in both languages', () => {
  expect(addressesIn(sitemapIndex(SITE, []))).toEqual([`${SITE}/sitemap-pages.xml`])
  const text = pagesSitemap(SITE)
  expect(addressesIn(text).slice(0, 4)).toEqual([`${SITE}/`, `${SITE}/en/`, `${SITE}/tutor`, `${SITE}/en/tutor`])
  expect(addressesIn(text)).toHaveLength(22)
  const others = `<xhtml:link rel="alternate" hreflang="ar" href="${SITE}/faq/student"/><xhtml:link rel="alternate" hreflang="en" href="${SITE}/en/faq/student"/>`
  expect(text).toContain(`<url><loc>${SITE}/en/faq/student</loc>${others}</url>`)
})
