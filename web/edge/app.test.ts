import { describe, expect, it } from 'vitest'
import { tutorProfile } from '../i18n/ar/tutor-profile.ts'
import app, { fillPage } from './app.ts'

const EMPTY =
  '<html><head><title>حصّة</title><link rel="modulepreload" href="/assets/main.js"></head><body><div id="root">\n<p>…</p>\n</div>\n<noscript>…</noscript></body></html>'
const NAME = 'منى </script><img src=x onerror="steal()">'

const tutor = Object.assign(
  { id: 7, role: 3, name: NAME, image: '/api/v1/assets/uploads/users.images.one', gender: 'female', bio: 'أهلًا' },
  {
    about: null,
    video: null,
    thumbnail: null,
    notice: 15,
    topics: ['سفر'],
    englishTopics: ['Travel'],
    speaksSlowly: false,
    quote: null,
  },
  { avgRating: 4.5, ratingCount: 2, studentCount: 1, lessonCount: 3, nearestFreeTime: null, nextTimes: [] },
)

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

const asked: string[] = []
const env = {
  ASSETS: {
    fetch: async () =>
      new Response(EMPTY, { headers: { 'content-type': 'text/html', etag: '"empty"', 'x-policy': 'kept' } }),
  },
  API: {
    fetch: async ({ url, headers }: Request) => {
      const { pathname, search } = new URL(url)
      asked.push(`${pathname}${search} ${headers.get('authorization')}`)
      if (pathname.endsWith('/list/onboarded')) return json({ list: [tutor], total: 1 })
      if (pathname.endsWith('/times/7')) return json({ times: [{ start: '2099-11-23T16:00:00Z', longest: 30 }] })
      return pathname.endsWith('/info/7') ? json(tutor) : json({ code: 'tutor-not-found', message: '' }, 404)
    },
  },
}

const page = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  asked.length = 0
  const answer = await app.fetch(new Request(`https://app.hessa.example${path}`, { headers, method }), env)
  return { answer, html: await answer.text() }
}

describe('a screen of the app rendered at the edge', () => {
  it('holds the tutors of the API, their names as text, and the answer for the browser', async () => {
    const { answer, html } = await page('/tutors')
    expect(html).toContain('منى &lt;/script&gt;&lt;img src=x onerror=')
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<script\b/g)).toHaveLength(1)
    const data = /<script type="application\/json" id="initial-data">(.+?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(NAME).slice(1, -1))
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(answer.headers.get('x-policy')).toBe('kept')
  })

  it('holds the times of a tutor, which were requested together with the tutor', async () => {
    const { html } = await page('/t/7')
    expect(asked.filter((call) => call.includes('/times/7'))).toHaveLength(1)
    expect(html).not.toContain(tutorProfile.free.loading)
    expect(html).toContain('name="free-day"')
  })

  it('sends no form before the app is there, and fetches its code after what it shows', async () => {
    const { html } = await page('/login')
    const forms = html.match(/<form\b[^>]*>/g) ?? []
    expect(forms.length).toBeGreaterThan(0)
    for (const form of forms) expect(form).toContain(' method="dialog"')
    expect(html).toContain('<link rel="later" href="/assets/main.js">')
  })

  it('is asked for by nobody in particular, and is not kept for the next who asks', async () => {
    const { answer } = await page('/t/7', {
      authorization: 'Bearer someone',
      cookie: 'other=1',
      'if-none-match': '"empty"',
    })
    expect(asked.length).toBeGreaterThan(0)
    for (const call of asked) expect(call).toMatch(/ null$/)
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'private, no-cache'])
  })

  it('is empty for whoever is signed in, for a return from Google, and for every other screen', async () => {
    for (const visit of [
      page('/tutors', { cookie: 'a=b; signed-in=1' }),
      page('/login?code=4%2Fabc&state=x'),
      page('/s/dashboard'),
      page('/t/onboarding'),
      page('/tutors', {}, 'HEAD'),
    ]) {
      const { html } = await visit
      expect([html === EMPTY || html === '', asked]).toEqual([true, []])
    }
  })

  it('is left to the browser where the API does not answer', async () => {
    const broken = { ...env, API: { fetch: async () => Promise.reject(new Error('no API')) } }
    const answer = await app.fetch(new Request('https://app.hessa.example/tutors'), broken)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
  })

  it('puts the screen where the empty page says that it loads', () => {
    const screen = { head: '<title>المدرّسين</title>', body: '<main>$& $1</main>', data: '<script></script>' }
    expect(fillPage(EMPTY, screen)).toBe(
      '<html><head><link rel="later" href="/assets/main.js"><title>المدرّسين</title></head><body><div id="root"><main>$& $1</main></div>\n<script></script><noscript>…</noscript></body></html>',
    )
  })
})
