import { expect, it } from 'vitest'
import { bookableTutors, sitemap } from './sitemap.ts'

const SITE = 'https://www.hessa.example'
const addressesIn = (text: string) => [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address)

it('names each tutor once, however many pages the list has', async () => {
  const asked: number[] = []
  const tutors = await bookableTutors(async ({ page, size }) => {
    asked.push(page)
    // The last one of a page is the first of the next: somebody has moved up meanwhile.
    return {
      list: Array.from({ length: size }, (_, index) => ({ id: (page - 1) * (size - 1) + index + 1 })),
      total: 250,
    }
  })
  expect(asked).toEqual([1, 2, 3])
  expect(tutors).toEqual(Array.from({ length: 298 }, (_, index) => index + 1))
  const named = addressesIn(sitemap(SITE, tutors)).filter((address) => address?.startsWith(`${SITE}/tutors/`))
  expect(named).toEqual(tutors.map((id) => `${SITE}/tutors/${id}`))
})

it('has the site’s own pages where nobody takes bookings, each in both languages', async () => {
  const tutors = await bookableTutors(async () => ({ list: [], total: 0 }))
  const text = sitemap(SITE, tutors)
  expect(addressesIn(text).slice(0, 4)).toEqual([`${SITE}/`, `${SITE}/en/`, `${SITE}/tutor`, `${SITE}/en/tutor`])
  expect(addressesIn(text)).toHaveLength(22)
  const others = `<xhtml:link rel="alternate" hreflang="ar" href="${SITE}/faq/student"/><xhtml:link rel="alternate" hreflang="en" href="${SITE}/en/faq/student"/>`
  expect(text).toContain(`<url><loc>${SITE}/en/faq/student</loc>${others}</url>`)
})
