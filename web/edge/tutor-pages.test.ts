import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import site from './site.ts'
import { tutorIdOf } from './tutor-pages.ts'

const NAME = 'منى </script><img src=x onerror="steal()">'
const tutor = Object.assign(
  { id: 7, role: 3, name: NAME, image: '/api/v1/assets/uploads/users.images.one', gender: 'female', bio: 'أهلًا' },
  {
    about: 'سطر',
    video: '/api/v1/assets/uploads/tutors.videos.one',
    thumbnail: null,
    notice: 15,
    topics: ['سفر'],
    englishTopics: ['Travel'],
  },
  { avgRating: 4.5, ratingCount: 2, studentCount: 1, lessonCount: 3, nearestFreeTime: '2026-11-24T10:00:00.000Z' },
  { nextTimes: ['2026-11-24T10:00:00.000Z'], quote: null, speaksSlowly: false },
)
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
const env = {
  ASSETS: {
    fetch: async () => new Response('مش موجودة', { status: 404 }),
  },
  API: {
    fetch: async ({ url, headers }: Request) => {
      expect([headers.get('authorization'), headers.get('cookie')]).toEqual([null, null])
      const { pathname } = new URL(url)
      if (pathname.startsWith('/api/v1/rating/'))
        return json({ list: [{ name: '<b>', value: 5, feedback: '<i>' }], total: 1 })
      return pathname.endsWith('/info/7') ? json(tutor) : json({ code: 'tutor-not-found' }, 404)
    },
  },
}
const context = { waitUntil: () => {} }
const visit = (path: string) =>
  site.fetch(new Request(`https://www.hessa.example${path}`, { headers: { cookie: 'signed-in=1' } }), env, context)

describe('a tutor’s public page', () => {
  beforeAll(() => {
    vi.stubGlobal('API_ORIGIN', 'https://api.hessa.example')
    vi.stubGlobal('MEDIA_URL', null)
    vi.stubGlobal('SITE_ASSETS', {
      styles: '/assets/site-1.css',
      script: '/assets/links-1.js',
      fonts: ['/assets/letters-1.woff2'],
    })
  })

  it('shows the person with names as text, and what the build has made', async () => {
    const html = await (await visit('/tutors/7')).text()
    expect(html).toContain('منى &lt;/script&gt;&lt;img src=x')
    expect(html).not.toMatch(/<img src=x|<b>|<i>/)
    expect(html).toContain('<link rel="stylesheet" href="/assets/site-1.css"/>')
    expect(html).toContain('<script type="module" src="/assets/links-1.js">')
    expect(html).toContain('as="font" type="font/woff2" crossorigin="" href="/assets/letters-1.woff2"/>')
    expect(html).toContain(
      'property="og:image" content="https://api.hessa.example/api/v1/assets/uploads/users.images.one"',
    )
    expect(html).toContain('href="https://app.hessa.example/t/7?book=true&amp;at=2026-11-24T10%3A00%3A00.000Z"')
    const data = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Course', aggregateRating: { ratingValue: 4.5, ratingCount: 2 } })
  })

  it('has one canonical address, whatever follows the number', async () => {
    for (const path of ['/tutors/7', '/tutors/7-mona-h']) {
      const answer = await visit(path)
      expect(await answer.text()).toContain('<link rel="canonical" href="https://www.hessa.example/tutors/7"/>')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=2')
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    }
    expect(['/tutors/', '/tutors/07', '/tutors/7/x', '/tutors/7x', '/tutors/-7'].map(tutorIdOf)).toEqual(
      Array(5).fill(null),
    )
  })

  it('is 304 for who has it, until it says something else', async () => {
    const etag = (await visit('/tutors/7')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\da-f]{64}"$/)
    const again = (path: string) =>
      site.fetch(
        new Request(`https://www.hessa.example${path}`, { headers: { 'if-none-match': `"other", ${etag}` } }),
        env,
        context,
      )
    const known = await again('/tutors/7')
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag])
    onTestFinished(() => void Object.assign(tutor, { bio: 'أهلًا' }))
    tutor.bio = 'أهلًا وسهلًا'
    expect((await again('/tutors/7')).status).toBe(200)
  })

  it('is the site’s 404 page for a tutor who is unknown or not public', async () => {
    const answer = await visit('/tutors/8')
    expect([answer.status, await answer.text()]).toEqual([404, 'مش موجودة'])
  })
})
