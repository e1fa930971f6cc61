import { afterAll, describe, expect, it } from 'vitest'
import { clockWarning } from '#messages/clock-warning'
import { tutorProfile } from '#messages/tutor-profile'
import { tutors } from '#messages/tutors'
import { weeks } from '#messages/weeks'
import routes from '../../web/app/routes.tsx?raw'
import app from '../../web/edge/app.ts'
import { type Html, readHtml } from './html.ts'

const EMPTY = [
  '<html lang="ar-EG" data-theme="light"><head><title>حصّة</title>',
  '<script type="module" crossorigin src="/assets/main.js"></script>',
  '<link rel="modulepreload" crossorigin href="/assets/first.js"><link rel="stylesheet" href="/assets/first.css"></head>',
  '<body><div id="root"><p>…</p></div><noscript>…</noscript></body></html>',
].join('')
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

/** The screens of a tutor, whose addresses begin as those of a tutor's page. */
const ownScreens = [...routes.matchAll(/path: '(\/t\/[a-z][\w-]*)'/g)].map(([, path = '']) => path)

const asked: string[] = []
const env = {
  ASSETS: {
    fetch: async () =>
      new Response(EMPTY, { headers: { 'content-type': 'text/html', etag: '"empty"', 'x-file': 'kept' } }),
  },
  API: {
    fetch: async ({ url, headers }: Request) => {
      const { pathname, search } = new URL(url)
      asked.push(`${pathname}${search} ${headers.get('authorization')}`)
      if (pathname.endsWith('/list/onboarded')) return Response.json({ list: [tutor], total: 1 })
      if (pathname.endsWith('/times/7'))
        return Response.json({ times: [{ start: '2099-11-23T16:00:00Z', longest: 30 }] })
      if (pathname.endsWith('/info/7')) return Response.json(tutor)
      return Response.json({ code: 'tutor-not-found', message: '' }, { status: 404 })
    },
  },
}

const context = { waitUntil: () => {} }

// The app's modules are given the address of the page, which other tests have none of.
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'))

async function page(path: string, headers: Record<string, string> = {}, method = 'GET') {
  asked.length = 0
  const answer = await app.fetch(new Request(`https://app.hessa.example${path}`, { headers, method }), env, context)
  return { answer, html: await answer.text() }
}

const inlineScripts = ({ elements }: Html) =>
  elements.filter(({ name, attributes }) => name === 'script' && !attributes.src)

describe('a screen of the app rendered at the edge', () => {
  it('holds the tutors of the API, their names as text, and the answer for the browser', async () => {
    const { answer, html } = await page('/tutors')
    expect(html).toContain('منى &lt;/script&gt;&lt;img src=x onerror=')
    expect(html).not.toContain('<img src=x')
    const read = await readHtml(html)
    expect(
      inlineScripts(read)
        .map(({ text }) => text)
        .join(),
    ).toContain('منى ')
    expect(read.elements.filter(({ name }) => name === 'title')).toHaveLength(1)
    expect(answer.headers.get('x-file')).toBe('kept')
  })

  it('runs only the inline scripts that carry the nonce of this one answer', async () => {
    const nonces = new Set<string>()
    for (const path of ['/tutors', '/tutors', '/login']) {
      const { answer, html } = await page(path)
      const [, nonce = ''] =
        /script-src 'self' 'nonce-([\w-]{20,})';/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
      const scripts = inlineScripts(await readHtml(html))
      expect(scripts.length).toBeGreaterThan(0)
      for (const { attributes } of scripts) expect([path, attributes.nonce]).toEqual([path, nonce])
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
    const { answer } = await page('/s/dashboard')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('holds the times of a tutor, which were requested together with the tutor', async () => {
    const { html } = await page('/t/7')
    expect(asked.filter((call) => call.includes('/times/7'))).toHaveLength(1)
    expect(html).not.toContain(tutorProfile.free.loading)
    expect(html).toContain('name="free-day"')
  })

  it('fetches its code after what it shows, and keeps until then what is pressed', async () => {
    const { elements } = await readHtml((await page('/login')).html)
    expect(elements.filter(({ name }) => name === 'form').length).toBeGreaterThan(0)
    expect(
      elements.filter(({ attributes }) => attributes.type === 'module' || attributes.rel === 'modulepreload'),
    ).toEqual([])
    const app = elements.find(({ attributes }) => attributes['data-app'])
    expect(app?.attributes['data-app']).toBe('/assets/main.js')
    expect(app?.text).toContain('preventDefault()')
  })

  it('is requested without the caller’s credentials, and is not cached for the next caller', async () => {
    const { answer } = await page('/t/7', {
      authorization: 'Bearer someone',
      cookie: 'other=1',
      'if-none-match': '"empty"',
    })
    expect(asked.length).toBeGreaterThan(0)
    for (const call of asked) expect(call).toMatch(/ null$/)
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'private, no-cache'])
  })

  it('has the colours and the language of the device’s cookies', async () => {
    const themeOf = async (cookie: string) =>
      (await readHtml((await page('/login', { cookie })).html)).elements[0]?.attributes['data-theme']
    expect(await themeOf('a=b; preferences=latn.dark')).toBe('dark')
    expect(await themeOf('preferences=arab.system')).toBe('system')
    expect(await themeOf('preferences="><script>')).toBe('system')
    expect(await themeOf('')).toBe('system')
    expect((await page('/tutors', { cookie: 'language=en' })).html).toBe('in English: /tutors')
    expect((await page('/tutors', { cookie: 'language=xx' })).html).toContain('منى')
  })

  it('is empty for whoever is signed in, for a return from Google, and for every other screen', async () => {
    expect(ownScreens).toContain('/t/onboarding')
    for (const [path, headers, method] of [
      ['/tutors', { cookie: 'a=b; signed-in=1' }],
      ['/login?code=4%2Fabc&state=x'],
      ['/s/dashboard'],
      ...ownScreens.map((path) => [path] as const),
      ['/tutors', {}, 'HEAD'],
    ] as [string, Record<string, string>?, string?][]) {
      const { html } = await page(path, headers, method)
      expect([path, html === EMPTY || html === '', asked]).toEqual([path, true, []])
    }
  })

  it('is 404 for a tutor who does not exist, whatever stands for the number, and says so before any script', async () => {
    for (const path of [
      '/t/99999',
      '/t/0',
      '/t/-1',
      '/t/abc',
      '/t/5x',
      '/t/1e1',
      '/t/5.0',
      '/t/%D9%A5',
      '/t/5%20',
      '/t/007000',
      '/t/99999999999999999999',
      '/t/8?tab=reviews',
    ]) {
      const { answer, html } = await page(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(html).toContain(`${tutorProfile.profile.notFound}</h1>`)
      expect(html).toContain(`<title>${tutors.titles.notFound}</title>`)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  it('says nothing of the zone or the clock of a device, which it does not know', async () => {
    const said = [weeks.zone, ...Object.values(clockWarning)]
    for (const path of ['/tutors', '/t/7', '/login']) {
      const { html } = await page(path)
      for (const text of said) expect(html).not.toContain(text.split('{')[0])
    }
  })

  it('is left to the browser where the API does not answer', async () => {
    const broken = { ...env, API: { fetch: async () => Promise.reject(new Error('no API')) } }
    const answer = await app.fetch(new Request('https://app.hessa.example/tutors'), broken, context)
    expect([answer.status, await answer.text()]).toEqual([200, EMPTY])
  })
})
