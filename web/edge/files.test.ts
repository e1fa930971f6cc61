import { expect, it } from 'vitest'
import { serveFile } from './files.ts'

const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
const script = () => new Response('1', { headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=0' } })
const answered = (path: string, answer: Response) =>
  serveFile(new Request(`https://app.hessa.example${path}`), { ASSETS: { fetch: async () => answer } })

it('lets hashed files be cached for ever, and nothing else', async () => {
  for (const path of ['/assets/base-1a2b.js', '/en/assets/base-1a2b.js']) {
    const { status, headers } = await answered(path, script())
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
  }
  for (const path of ['/sw.js', '/tutors/assets/base-1a2b.js'])
    expect((await answered(path, script())).headers.get('cache-control')).toBe('max-age=0')
  expect(await (await answered('/tutors', page())).text()).toBe('<!doctype html>')
})

it('answers 404 for a hashed file of an earlier deployment, and never with the page in its place', async () => {
  for (const answer of [page(), new Response(null, { status: 404 })]) {
    const gone = await answered('/assets/base-old.js', answer)
    expect([gone.status, gone.headers.get('cache-control'), await gone.text()]).toEqual([404, 'no-store', ''])
  }
})

it('lets the service worker of a language serve every address, and no other script', async () => {
  const scopeOf = async (path: string) => (await answered(path, script())).headers.get('service-worker-allowed')
  expect([await scopeOf('/sw.js'), await scopeOf('/en/sw.js')]).toEqual(['/', '/'])
  expect([await scopeOf('/browser-check.js'), await scopeOf('/assets/sw-1a2b.js')]).toEqual([null, null])
})
