import { expect, it } from 'vitest'
import { withTutorPages } from './sitemap.ts'

const BUILT = '<urlset>\n  <url><loc>https://www.hessa.example/</loc></url>\n</urlset>\n'

it('names each tutor once, however many pages the list has', async () => {
  const asked: number[] = []
  const sitemap = await withTutorPages(BUILT, 'https://www.hessa.example', async ({ page, size }) => {
    asked.push(page)
    // The last one of a page is the first of the next: somebody has moved up meanwhile.
    return {
      list: Array.from({ length: size }, (_, index) => ({ id: (page - 1) * (size - 1) + index + 1 })),
      total: 250,
    }
  })
  expect(asked).toEqual([1, 2, 3])
  const ids = [...sitemap.matchAll(/https:\/\/www\.hessa\.example\/tutors\/(\d+)</g)].map(([, id]) => Number(id))
  expect(ids).toEqual(Array.from({ length: 298 }, (_, index) => index + 1))
  expect(sitemap.startsWith(BUILT.replace('</urlset>\n', ''))).toBe(true)
  expect(sitemap.endsWith('</urlset>\n')).toBe(true)
})

it('is what the build has made where nobody takes bookings', async () => {
  expect(await withTutorPages(BUILT, 'https://www.hessa.example', async () => ({ list: [], total: 0 }))).toBe(BUILT)
})
