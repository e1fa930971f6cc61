import { expect, it } from 'vitest'
import gateway from './gateway.ts'
import { START_KEY_HEADER } from './starting.ts'

const answers = (text: string) => ({ fetch: async () => new Response(text) })
const env = {
  API: answers('api'),
  WORLD: answers('world'),
  APP: answers('app'),
  DASHBOARD: answers('dashboard'),
  SITE: answers('site'),
  START_KEY: 'known to the start alone',
} as unknown as Parameters<typeof gateway.fetch>[1]

const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  gateway.fetch(new Request(`http://localhost:8787${path}`, init) as Parameters<typeof gateway.fetch>[0], env)
const asStart = { method: 'POST', headers: { [START_KEY_HEADER]: env.START_KEY } }
const textOf = async (path: string, init = {}) => (await ask(path, init)).text()

it('answers 503 until the demo data is loaded, so that nobody registers in a marketplace without it', async () => {
  const strangers = { method: 'POST', headers: { [START_KEY_HEADER]: 'guessed' } }
  for (const init of [{}, { method: 'POST' }, strangers]) {
    const call = await ask('/api/v1/student/', init)
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await call.json()).toMatchObject({ code: 'service-unavailable' })
    expect((await ask('/parties/user/1', init)).status).toBe(503)
    expect((await ask('/dev/ready', init)).status).toBe(503)
    const page = await ask('/', init)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('http-equiv="refresh"')
  }
  expect(await textOf('/dev/conversations', asStart)).toBe('world')
  expect((await ask('/api/v1/plan/list')).status).toBe(503)

  expect((await ask('/dev/ready', asStart)).status).toBe(204)
  expect(await textOf('/api/v1/student/', { method: 'POST' })).toBe('api')
  expect(await textOf('/parties/user/1')).toBe('api')
  expect(await textOf('/dev/ready', { method: 'POST' })).toBe('world')
  expect(await textOf('/')).toBe('app')
})
