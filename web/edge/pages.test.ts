import { beforeAll, expect, it, vi } from 'vitest'
import dashboard from './dashboard.ts'
import { keepChoice } from './pages.ts'

const ADMIN = 'https://admin.hessa.example'
const env = {
  ASSETS: {
    fetch: async ({ url }: Request) => {
      const { pathname } = new URL(url)
      const headers = { 'content-type': pathname.includes('.') ? 'text/javascript' : 'text/html' }
      return new Response(`at ${pathname}`, { headers })
    },
  },
}
const context = { waitUntil: () => {} }
const open = (path: string, cookie = '') =>
  dashboard.fetch(new Request(`${ADMIN}${path}`, { headers: { cookie } }), env, context)
const bodyOf = async (path: string, cookie?: string) => (await open(path, cookie)).text()

beforeAll(() => {
  vi.stubGlobal('API_ORIGIN', 'https://api.hessa.example')
  vi.stubGlobal('MEDIA_URL', null)
})

it('every address of an app is its page in the language that was chosen, in Arabic where none was', async () => {
  expect(await bodyOf('/users/7')).toBe('at /')
  expect(await bodyOf('/users/7', 'a=b; language=en')).toBe('at /en/')
  expect(await bodyOf('/users/7', 'language=ar')).toBe('at /')
  expect(await bodyOf('/users/7', 'language=xx; not-language=en')).toBe('at /')
})

it('a page is kept by nobody for the next who asks, and files are the same in every language', async () => {
  const { headers } = await open('/users', 'language=en')
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'Cookie'])
  expect(await bodyOf('/en/assets/main-1.js', 'language=ar')).toBe('at /en/assets/main-1.js')
})

it('a service worker gets the page of its language, whatever was chosen since', async () => {
  expect(await bodyOf('/en/index.html', 'language=ar')).toBe('at /en/')
  expect(await bodyOf('/index.html', 'language=en')).toBe('at /')
})

it('search engines are asked to read nothing of the dashboard', async () => {
  expect(await bodyOf('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
})

it('a link chooses the language once, and stays on this host', async () => {
  const chosen = await open('/users?page=2&lang=en&q=%D8%A3')
  expect(chosen.status).toBe(302)
  expect(chosen.headers.get('location')).toBe('/users?page=2&q=%D8%A3')
  expect(chosen.headers.get('set-cookie')).toMatch(/^language=en; path=\/; max-age=34560000; samesite=lax; secure$/)
  expect((await open('/?lang=ar')).headers.get('location')).toBe('/')
  expect((await open('//elsewhere.example/?lang=en')).headers.get('location')).toBe('/elsewhere.example/')
  expect((await open('/users?lang=fr')).status).toBe(200)
  expect(keepChoice(new Request(`${ADMIN}/users?lang=en`, { method: 'POST' }))).toBeNull()
})
