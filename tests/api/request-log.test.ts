import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bindings, callApi, newAdmin, newEmail, type Person, verifiedStudent } from '#tests/people'
import { app } from '../../worker/app.ts'

type Line = { call?: string; network?: string; account?: string }

let lines: string[]

beforeEach(() => {
  lines = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

type Sent = { as?: Person; body?: object; ip?: string }

/** Every line of a request, whatever wrote it, with every level logged. */
async function linesOf(method: string, path: string, { as, body, ip = '10.20.0.9' }: Sent = {}) {
  lines = []
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const headers = new Headers({ 'content-type': 'application/json', 'cf-connecting-ip': ip })
  if (as) headers.set('authorization', `Bearer ${as.token}`)
  await app.request(
    `http://localhost/api/v1${path}`,
    { method, headers, body: body ? JSON.stringify(body) : null },
    { ...bindings, LOG_LEVEL: 'info' },
    context as unknown as ExecutionContext,
  )
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The line of a request itself. */
const lineOf = async (path: string, body: object, ip: string): Promise<Line> =>
  (await linesOf('POST', path, { body, ip })).find(({ event }) => event === 'request') ?? {}

it('the log of a sign-in tells addresses and networks apart without saying them', async () => {
  const sara = await verifiedStudent()
  const [ofSara, ofNobody] = [sara.email, newEmail('nobody')]
  const signIn = (email: string, ip: string) => lineOf('/auth/password', { email, password: 'Guessed2026' }, ip)
  const first = await signIn(ofSara, '10.20.0.1')
  expect(first).toMatchObject({ call: 'auth.password', status: 401 })
  for (const hash of [first.network, first.account]) expect(hash).toMatch(/^[\w-]{16}$/)
  const spelled = await signIn(` ${ofSara.toUpperCase()}`, '10.20.0.2')
  expect([spelled.account === first.account, spelled.network === first.network]).toEqual([true, false])
  const other = await signIn(ofNobody, '10.20.0.1')
  expect([other.account === first.account, other.network === first.network]).toEqual([false, true])
  const code = await lineOf('/confirmation-code/password/send', { email: ofSara }, '10.20.0.1')
  expect([code.account, code.network]).toEqual([first.account, first.network])
  const text = lines.join('\n') + JSON.stringify([first, spelled, other])
  for (const secret of [ofSara, ofNobody, '10.20.0', 'Guessed2026']) expect(text).not.toContain(secret)
})

it('the log of any other request has no hash of its network', async () => {
  expect(await lineOf('/contact-request', { title: 'x' }, '10.20.0.1')).not.toHaveProperty('network')
  expect((await callApi('GET', '/plan/list')).status).toBe(200)
})

it('a line says who called what, how it ended and what it cost', async () => {
  const sara = await verifiedStudent()
  const [line] = await linesOf('GET', '/user/current', { as: sara })
  expect(line).toMatchObject({
    event: 'request',
    method: 'GET',
    call: 'user.current',
    status: 200,
    actor: sara.id,
    role: 4,
    ms: expect.any(Number),
    database: { statements: expect.any(Number), sqlMs: expect.any(Number), rowsRead: expect.any(Number) },
  })
})

it('no line holds what a person has typed, whatever the call and its end', async () => {
  const [sara, admin] = [await verifiedStudent(), await newAdmin()]
  const words = { name: 'منى عبد الرحمن', phone: '01155512345', text: 'سر بيني وبينك' }
  const all = [
    ...(await linesOf('PUT', `/user/${sara.id}`, { as: sara, body: { name: words.name, phone: words.phone } })),
    ...(await linesOf('POST', '/contact-request', { body: { ...words, title: words.text, message: words.text } })),
    ...(await linesOf('GET', `/user/list?search=${words.phone}`, { as: admin })),
    ...(await linesOf('GET', `/calendar/${words.phone}.ics`)),
    ...(await linesOf('POST', `/mailing/stop/${words.phone}`)),
    ...(await linesOf('POST', '/auth/password', { body: { email: `${words.phone}@x.eg`, password: words.text } })),
    ...(await linesOf('GET', `/no-such-call/${words.phone}`)),
  ]
  expect(all.length).toBeGreaterThanOrEqual(7)
  const text = JSON.stringify(all)
  for (const secret of [...Object.values(words), sara.email, sara.token, '10.20.0']) expect(text).not.toContain(secret)
})
