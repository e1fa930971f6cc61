import { beforeEach, describe, expect, it, vi } from 'vitest'
import site from '../../web/edge/site.ts'

const ORIGIN = 'http://www.localhost:8787'
const NAME = 'منى <script>steal()</script>'

const plan = (id: number, weeklyMinutes: number, baseMonthlyPrice: number) =>
  Object.assign({ id, weeklyMinutes, baseMonthlyPrice, monthDiscount: 0, quarterDiscount: 10_00, yearDiscount: 20_00 })
const ANSWERS: Record<string, unknown> = {
  '/plan/list': { list: [plan(2, 120, 1_100_00), plan(1, 60, 600_00)] },
  '/user/tutor/list/onboarded': {
    list: [{ id: 7, name: NAME, image: null, bio: 'محادثة', avgRating: 4.5, ratingCount: 2 }],
    total: 1,
  },
  '/user/tutor/list/ids': { ids: [7] },
  '/rating/list/tutor/7': { list: [{ name: 'سارة علي', value: 5, feedback: 'شرح هادي' }] },
}

const page = (...parts: string[]) =>
  `<main>${parts.map((part) => `<div data-live="${part}">instead of ${part}</div>`).join('')}</main>`

let minute = 0
let answers: Record<string, unknown>
let calls: string[]
const env = (file: string, status = 200) => ({
  ASSETS: {
    fetch: async () => new Response(file, { status, headers: { 'content-type': 'text/html', etag: '"file"' } }),
  },
  API: {
    fetch: async ({ url, method }: Request) => {
      const path = new URL(url).pathname.replace('/api/v1', '')
      calls.push(`${method} ${path}`)
      const answer = answers[path]
      return answer ? Response.json(answer) : Response.json({ code: 'not-found' }, { status: 404 })
    },
  },
})
const context = { waitUntil: () => {} }
const open = async (path: string, file: string, status = 200) => {
  const answer = await site.fetch(new Request(`${ORIGIN}${path}`), env(file, status), context)
  return { answer, text: await answer.text() }
}

beforeEach(() => {
  answers = ANSWERS
  calls = []
  // What the test before has asked for is too old.
  minute += 2
  vi.useFakeTimers({ now: minute * 60_000, toFake: ['Date'] })
})

describe('a page of the site', () => {
  it('shows the prices and the tutors of the API, whose words are text', async () => {
    const { answer, text } = await open('/', page('from', 'plans', 'pricing', 'tutors'))
    expect(text).not.toContain('instead of')
    expect(text).toContain('من ٦٠٠ جنيه في الشهر')
    expect(text.indexOf('٦٠ دقيقة في الأسبوع')).toBeLessThan(text.indexOf('١٢٠ دقيقة في الأسبوع'))
    expect(text).toContain('وفّر ١٬٤٤٠ جنيه')
    expect(text).toContain('"lowPrice":600,"highPrice":10560')
    expect(text).toContain('«شرح هادي»')
    expect(text).toContain('منى &lt;script&gt;')
    expect(text).not.toContain('steal()</script>')
    expect(text).toContain('href="http://localhost:8787/checkout/1/month"')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600')
    expect(answer.headers.get('etag')).not.toBe('"file"')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('requests the API once a minute for all visitors', async () => {
    await open('/', page('plans'))
    await open('/pricing', page('pricing'))
    expect(calls).toEqual(['GET /plan/list', 'GET /user/tutor/list/onboarded', 'GET /rating/list/tutor/7'])
  })

  it('shows its text where the API does not answer, and requests it again for the next visitor', async () => {
    answers = {}
    expect((await open('/', page('plans', 'tutors'))).text).toBe(page('plans', 'tutors'))
    expect(calls).toEqual(['GET /plan/list', 'GET /user/tutor/list/onboarded'])
    answers = ANSWERS
    expect((await open('/', page('plans'))).text).toContain('٦٠٠ جنيه')
  })

  it('is 304 for a client with this one, and not for a client with the file that it was made from', async () => {
    const file = page('plans')
    const etag = (await open('/', file)).answer.headers.get('etag') ?? ''
    const withTag = async (tag: string) =>
      (await site.fetch(new Request(`${ORIGIN}/`, { headers: { 'if-none-match': tag } }), env(file), context)).status
    expect([await withTag(etag), await withTag('"file"')]).toEqual([304, 200])
  })

  it('requests nothing for a page without data of the API', async () => {
    expect((await open('/terms', page())).text).toBe(page())
    expect(calls).toEqual([])
  })

  it('below /en is a page of the worker in English, but for files', async () => {
    for (const path of ['/en', '/en/', '/en/pricing', '/en/tutors/7'])
      expect((await open(path, page())).text).toBe(`in English: ${path}`)
    for (const path of ['/english', '/tutors/en'])
      expect([path, (await open(path, page())).text]).toEqual([path, page()])
  })
})

describe('a short link', () => {
  it('leads to its address, and is requested each time', async () => {
    answers = { '/link/wa/visit': { url: 'https://wa.me/1' } }
    for (const _ of [1, 2]) {
      const { answer } = await open('/url/wa', '')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://wa.me/1'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(calls).toEqual(['POST /link/wa/visit', 'POST /link/wa/visit'])
  })

  it('that the API does not know is the 404 page', async () => {
    const { answer, text } = await open('/url/nobody', 'no such page', 404)
    expect([answer.status, text]).toEqual([404, 'no such page'])
  })
})

describe('while the API does not answer', () => {
  it('a short link and a tutor’s page reload themselves', async () => {
    for (const path of ['/url/wa', '/tutors/7']) {
      const down = Object.assign(env('راجعين حالًا'), {
        API: { fetch: async () => new Response(null, { status: 503 }) },
      })
      const answer = await site.fetch(new Request(`${ORIGIN}${path}`), down, { waitUntil: () => {} })
      expect([path, answer.status, await answer.text()]).toEqual([path, 503, 'راجعين حالًا'])
      for (const name of ['refresh', 'retry-after']) expect(answer.headers.get(name)).toBe('30')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('what search engines read', () => {
  it('the sitemap names its parts, and these the pages and the tutors, with one call of the API each', async () => {
    const index = await open('/sitemap.xml', '')
    expect(index.text).toContain(`<loc>${ORIGIN}/sitemap-tutors-0.xml</loc>`)
    const tutors = await open('/sitemap-tutors-0.xml', '')
    expect(tutors.text).toContain(`<loc>${ORIGIN}/en/tutors/7</loc>`)
    expect(calls).toEqual(Array(2).fill('GET /user/tutor/list/ids'))
    const pages = await open('/sitemap-pages.xml', '')
    expect(pages.text).toContain(`<loc>${ORIGIN}/en/pricing</loc>`)
    for (const { answer } of [index, tutors, pages])
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        'application/xml',
        'public, max-age=3600',
      ])
    await open('/sitemap-tutors-3.xml', 'no such page', 404)
  })

  it('without the API the sitemap names the pages until the next request, and its tutors come again later', async () => {
    answers = {}
    const { answer, text } = await open('/sitemap.xml', '')
    expect(text).toContain(`<loc>${ORIGIN}/sitemap-pages.xml</loc>`)
    expect(text).not.toContain('tutors')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await open('/sitemap-tutors-0.xml', 'later')).answer.status).toBe(503)
  })

  it('robots.txt leaves out the links whose visits are counted', async () => {
    expect((await open('/robots.txt', '')).text).toBe(
      `User-agent: *\nDisallow: /url/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
    )
  })
})

it('has no tutors at addresses without a number', async () => {
  expect((await open('/tutors/x', 'no such page', 404)).answer.status).toBe(404)
})
