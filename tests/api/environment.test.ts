import { createExecutionContext } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { schedule } from '#contract/jobs'
import { bindings, fetchWorker, PASSWORD, verifiedStudent } from '#tests/people'
import { LOCAL_VAPID_PUBLIC_KEY, localKeys, localMediaKeys, localPayoutKeys } from '../../dev/local-keys.ts'
import type { QueueMessage } from '../../party/stubs.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import worker from '../../worker/index.ts'

/** What an operator sets; the hosts and ids of `wrangler.toml` are placeholders. */
const DEPLOYED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys({ ...localKeys, ...localPayoutKeys }).map((name) => [name, `a real ${name} that nobody knows`]),
  ),
  WEB_ORIGINS: 'https://app.hessa.eg,https://admin.hessa.eg,https://www.hessa.eg',
  API_ORIGIN: 'https://api.hessa.eg',
  FAWRY_MERCHANT_CODE: '400000012345',
  GOOGLE_CLIENT_ID: '123-abc.apps.googleusercontent.com',
  PAYMOB_CARD_INTEGRATION: '156',
  PAYMOB_WALLET_INTEGRATION: '157',
  BACKUP_ACCOUNT: '4f5c2d7e9a1b4c6d8e0f1a2b3c4d5e6f',
  BACKUP_DATABASE: 'd06f5a48-0a2c-4f7c-8f27-7d6a1c6a7a10',
  WHATSAPP_PROFILE: '106540352242922',
  EMAIL_FROM: 'حصّة <no-reply@hessa.eg>',
  STAFF_EMAIL: 'team@hessa.eg',
  LIVEKIT_API_KEY: '',
  LIVEKIT_API_SECRET: '',
}
const request = (changed: Readonly<Record<string, unknown>>, path = '/api/v1/health', headers = {}) =>
  app.fetch(
    new Request(`https://api.hessa.example${path}`, { headers }),
    { ...bindings, ...changed } as Env,
    createExecutionContext(),
  )

describe('a deployment', () => {
  it('serves with its own keys', async () => {
    for (const ENVIRONMENT of ['production', 'staging']) {
      const answer = await request({ ...DEPLOYED, ENVIRONMENT })
      expect([ENVIRONMENT, answer.status, await answer.json()]).toEqual([ENVIRONMENT, 200, { ok: true }])
    }
  })

  it('refuses to serve with any key of local development, at every path', async () => {
    for (const ENVIRONMENT of ['production', 'staging'])
      for (const [name, key] of Object.entries(localKeys)) {
        const answer = await request({ ...DEPLOYED, ENVIRONMENT, [name]: key })
        expect([name, answer.status]).toEqual([name, 503])
        const body = (await answer.json()) as { code: string; message: string }
        expect(body).toEqual({ code: 'service-unavailable', message: expect.stringContaining(name) })
        expect(body.message).not.toContain(key)
      }
    for (const path of ['/', '/api/v1/docs', '/parties/user/1', '/dev/clock'])
      expect((await request({ ...DEPLOYED, ...localKeys, ENVIRONMENT: 'production' }, path)).status).toBe(503)
  })

  it('refuses to serve with a previous key of local development, or half of a previous pair', async () => {
    const refused = {
      JWT_SECRET_BEFORE: localKeys.JWT_SECRET,
      SECOND_FACTOR_SECRET_BEFORE: localKeys.SECOND_FACTOR_SECRET,
      VAPID_PUBLIC_KEY_BEFORE: LOCAL_VAPID_PUBLIC_KEY,
      VAPID_PRIVATE_KEY_BEFORE: 'the private key of a pair',
    }
    for (const [name, key] of Object.entries(refused)) {
      const answer = await request({ ...DEPLOYED, ENVIRONMENT: 'production', [name]: key })
      expect([name, answer.status]).toEqual([name, 503])
    }
  })

  it('refuses to serve without a key, in every environment', async () => {
    for (const ENVIRONMENT of ['production', 'staging', 'local'])
      for (const name of Object.keys(localKeys)) {
        const keys = ENVIRONMENT === 'local' ? localKeys : DEPLOYED
        for (const missing of [undefined, ''])
          expect([name, (await request({ ...keys, ENVIRONMENT, [name]: missing })).status]).toEqual([name, 503])
      }
  })

  it('refuses to serve with a signing key of fewer than 32 bytes, in every environment', async () => {
    const signing = [
      'JWT_SECRET',
      'FILE_ADDRESS_SECRET',
      'SECOND_FACTOR_SECRET',
      'FAWRY_SECURE_KEY',
      'PAYMOB_HMAC_SECRET',
    ]
    for (const ENVIRONMENT of ['production', 'staging', 'local'])
      for (const name of [...signing, ...signing.map((key) => `${key}_BEFORE`)]) {
        const keys = ENVIRONMENT === 'local' ? localKeys : DEPLOYED
        const statusWith = async (key: string) => (await request({ ...keys, ENVIRONMENT, [name]: key })).status
        expect([name, await statusWith('x'.repeat(31))]).toEqual([name, 503])
        expect([name, await statusWith('x'.repeat(32))]).toEqual([name, 200])
        // Bytes count, not characters: 16 Arabic letters are 32 bytes.
        expect([name, await statusWith('ح'.repeat(16))]).toEqual([name, 200])
      }
    const answer = await request({ ...DEPLOYED, ENVIRONMENT: 'production', JWT_SECRET: 'short' }, '/parties/user/1')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: 'service-unavailable', message: 'JWT_SECRET has fewer than 32 bytes' },
    ])
  })

  it('refuses to serve with a placeholder or without a value of its own', async () => {
    const refused: Record<string, (string | undefined)[]> = {
      WEB_ORIGINS: [
        'https://app.hessa.example,https://admin.hessa.example,https://www.hessa.example',
        'https://app.hessa.eg,https://admin.hessa.example',
        'http://app.hessa.eg',
        'https://app.hessa.eg/',
        'https://localhost',
        'app.hessa.eg',
        '',
      ],
      API_ORIGIN: ['https://api.hessa.example', 'http://api.hessa.eg', 'https://api.hessa.eg/api/v1', ''],
      FAWRY_MERCHANT_CODE: ['hessa', '', undefined],
      GOOGLE_CLIENT_ID: ['hessa.apps.googleusercontent.com', '', undefined],
      PAYMOB_CARD_INTEGRATION: ['4001', 'card', '', undefined],
      BACKUP_ACCOUNT: ['00000000000000000000000000000000', '', undefined],
      BACKUP_DATABASE: ['00000000-0000-0000-0000-000000000000', '', undefined],
      PAYMOB_WALLET_INTEGRATION: ['4002', '15 7', '', undefined],
      WHATSAPP_PROFILE: ['hessa', '+201000000000', '', undefined],
      EMAIL_FROM: [
        'no-reply@hessa.example',
        'حصّة <no-reply@hessa.example>',
        'from no-reply@hessa.eg',
        'حصّة <no-reply@hessa.eg> وأكتر',
        'hessa',
        '',
        undefined,
      ],
      STAFF_EMAIL: ['team@hessa.example', 'team@localhost', '@hessa.eg', '', undefined],
    }
    for (const ENVIRONMENT of ['production', 'staging'])
      for (const [name, values] of Object.entries(refused))
        for (const value of values) {
          const answer = await request({ ...DEPLOYED, ENVIRONMENT, [name]: value })
          expect([name, value, answer.status]).toEqual([name, value, 503])
          expect(((await answer.json()) as { message: string }).message).toContain(name)
        }
  })

  it('serves under a host that only begins like a reserved one, and sends mail from a subdomain', async () => {
    const accepted = [
      { API_ORIGIN: 'https://example.hessa.eg' },
      { EMAIL_FROM: 'no-reply@mail.hessa.eg' },
      { EMAIL_FROM: 'حصّة <no-reply@mail.example.com.eg>' },
    ]
    for (const changed of accepted)
      expect([changed, (await request({ ...DEPLOYED, ENVIRONMENT: 'production', ...changed })).status]).toEqual([
        changed,
        200,
      ])
  })

  it('refuses to sign file addresses with the key of its tokens', async () => {
    const shared = { FILE_ADDRESS_SECRET: DEPLOYED.JWT_SECRET }
    expect((await request({ ...DEPLOYED, ENVIRONMENT: 'production', ...shared })).status).toBe(503)
  })

  it('refuses to serve with a media server’s well-known or missing key', async () => {
    const media = {
      LIVEKIT_URL: 'wss://media.hessa.example',
      LIVEKIT_API_KEY: 'key',
      LIVEKIT_API_SECRET: 'x'.repeat(32),
    }
    const statusWith = async (changed: Record<string, string>) =>
      (await request({ ...DEPLOYED, ...media, ENVIRONMENT: 'production', ...changed })).status
    expect(await statusWith({})).toBe(200)
    const refused = [{ LIVEKIT_API_KEY: 'devkey' }, { LIVEKIT_API_KEY: '' }, { LIVEKIT_API_SECRET: '' }]
    const publicKeys = Object.entries(localMediaKeys).map(([name, value]) => ({ [name]: value }))
    for (const changed of [...refused, ...publicKeys, { LIVEKIT_API_SECRET: 'x'.repeat(31) }])
      expect([changed, await statusWith(changed)]).toEqual([changed, 503])
    // Its reports are accepted by the key, so that this must not be a public one without the address either.
    for (const changed of [{ LIVEKIT_API_KEY: 'devkey' }, ...publicKeys])
      expect([changed, await statusWith({ ...changed, LIVEKIT_URL: '' })]).toEqual([changed, 503])
  })

  it('serves without an account for payouts, and refuses one that is public or incomplete', async () => {
    const names = Object.keys(localPayoutKeys)
    const none = Object.fromEntries(names.map((name) => [name, undefined]))
    const statusWith = async (ENVIRONMENT: string, changed: object) =>
      (await request({ ...DEPLOYED, ENVIRONMENT, ...changed })).status
    for (const ENVIRONMENT of ['production', 'staging']) {
      expect(await statusWith(ENVIRONMENT, none)).toBe(200)
      for (const [name, key] of Object.entries(localPayoutKeys))
        for (const value of [key, '', undefined])
          expect([name, value, await statusWith(ENVIRONMENT, { [name]: value })]).toEqual([name, value, 503])
    }
  })

  it('under maintenance refuses everything before the database, so that browsers can read it and providers come again', async () => {
    const paths = ['/api/v1/health', '/api/v1/user/current', '/api/v1/paymob/webhook', '/parties/user/1']
    const [origin = ''] = bindings.WEB_ORIGINS.split(',')
    for (const path of paths) {
      const answer = await request({ MAINTENANCE: 'yes', DB: undefined }, path, { origin })
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '60'])
      expect(await answer.json()).toMatchObject({ code: 'under-maintenance', details: { until: null } })
      if (path.startsWith('/api/')) expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    }
    const preflight = await app.fetch(
      new Request('https://api.hessa.example/api/v1/user/current', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      }),
      { ...bindings, MAINTENANCE: 'yes' } as Env,
      createExecutionContext(),
    )
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
  })

  it('says when its maintenance is expected to be over, and asks nobody to wait for longer than an hour', async () => {
    const untilAnd = async (minutes: number) => {
      const until = new Date(Date.now() + minutes * 60_000).toISOString()
      const answer = await request({ MAINTENANCE: until })
      const { details } = (await answer.json()) as { details: { until: string } }
      return [details.until === until, Number(answer.headers.get('retry-after'))]
    }
    expect(await untilAnd(-5)).toEqual([true, 60])
    const [, wait] = await untilAnd(10)
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await untilAnd(600)).toEqual([true, 3600])
  })

  it('refuses a maintenance setting that it cannot read', async () => {
    for (const MAINTENANCE of ['no', 'true', 'tomorrow', '2026-11-23', '2026-11-23T10:00']) {
      const answer = await request({ MAINTENANCE })
      const { code } = (await answer.json()) as { code: string }
      expect([MAINTENANCE, answer.status, code]).toEqual([MAINTENANCE, 503, 'service-unavailable'])
    }
    expect((await request({ MAINTENANCE: '' })).status).toBe(200)
  })

  it('runs no job under maintenance, and lets the queue come again', async () => {
    const paused = { ...bindings, MAINTENANCE: 'yes', DB: undefined } as unknown as Env
    const controller = { cron: schedule['send-reminders'], scheduledTime: 0, noRetry() {} } as ScheduledController
    await worker.scheduled(controller, paused)
    const retried: unknown[] = []
    const batch = { messages: [], retryAll: (options: unknown) => retried.push(options) }
    await worker.queue(batch as unknown as MessageBatch<QueueMessage>, paused)
    expect(retried).toEqual([{ delaySeconds: 1800 }])
  })

  it('has none of the local development endpoints', async () => {
    for (const path of ['/dev/clock', '/dev/outbox', '/dev/jobs/renew-minutes', '/api/v1/dev/clock'])
      for (const method of ['GET', 'POST'])
        expect([path, (await fetchWorker(path, { method })).status]).toEqual([path, 404])
  })

  it('checks by DNS whether the domain of a new account’s e-mail accepts mail', async () => {
    const zones: Record<string, object> = {
      'mail.test MX': { Status: 0, Answer: [{ type: 15, data: '10 mx.mail.test.' }] },
      'none.test MX': { Status: 0, Answer: [{ type: 15, data: '0 .' }] },
      'plain.test MX': { Status: 0 },
      'plain.test A': { Status: 0, Answer: [{ type: 1, data: '192.0.2.1' }] },
      'broken.test MX': { Status: 2 },
    }
    vi.stubGlobal('fetch', async (input: string) => {
      const { searchParams } = new URL(input)
      if (searchParams.get('name') === 'unreachable.test') throw new TypeError('Network connection lost.')
      return Response.json(zones[`${searchParams.get('name')} ${searchParams.get('type')}`] ?? { Status: 3 })
    })
    const register = async (domain: string) => {
      const body = JSON.stringify({ email: `${crypto.randomUUID().slice(0, 8)}@${domain}`, password: PASSWORD })
      const request = new Request('https://api.hessa.example/api/v1/student', { method: 'POST', body })
      const deployed = { ...bindings, ...DEPLOYED, ENVIRONMENT: 'staging' } as Env
      const answer = await app.fetch(request, deployed, createExecutionContext())
      return answer.ok ? 'ok' : ((await answer.json()) as { code: string }).code
    }
    const domains = ['mail.test', 'plain.test', 'broken.test', 'unreachable.test', 'none.test', 'nowhere.test']
    expect(await Promise.all(domains.map(register))).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'invalid-email-address',
      'invalid-email-address',
    ])
    vi.unstubAllGlobals()
  })
})

describe('every response', () => {
  it('has a request id and strict security headers', async () => {
    const headers = (await fetchWorker('/api/v1/user/tutor/list/onboarded')).headers
    expect(headers.get('x-request-id')).toMatch(/.+/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('has them when a socket is refused, or the deployment', async () => {
    const refusals: [string, number, Response][] = [
      ['without a token', 401, await fetchWorker('/parties/user/1', { headers: { upgrade: 'websocket' } })],
      [
        'from a page of another site',
        403,
        await fetchWorker('/parties/user/1', { headers: { upgrade: 'websocket', origin: 'https://evil.example' } }),
      ],
      ['without an upgrade', 400, await fetchWorker('/parties/broadcast/Staff')],
      ['not found', 404, await fetchWorker('/parties/nothing/1')],
      ['misconfigured', 503, await request({ JWT_SECRET: '' }, '/parties/user/1')],
    ]
    for (const [name, expected, { headers, status }] of refusals) {
      expect([name, status]).toEqual([name, expected])
      expect([name, headers.get('content-security-policy')]).toEqual([
        name,
        expect.stringContaining("default-src 'none'"),
      ])
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
      expect([name, headers.get('strict-transport-security')]).toEqual([name, expect.stringContaining('max-age')])
      expect([name, headers.get('x-frame-options')]).toEqual([name, 'DENY'])
    }
  })

  it('can be read by the three web apps only (CORS)', async () => {
    const allowed = async (origin: string, method: string) => {
      const answer = await fetchWorker('/api/v1/user/current', {
        method,
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      return answer.headers.get('access-control-allow-origin')
    }
    for (const method of ['OPTIONS', 'GET']) {
      for (const origin of bindings.WEB_ORIGINS.split(',')) expect(await allowed(origin, method)).toBe(origin)
      for (const origin of ['https://evil.example', 'null', 'http://localhost', 'http://x.localhost:8787'])
        expect([origin, await allowed(origin, method)]).toEqual([origin, null])
    }
  })

  it('of a refusal can be read by them, too', async () => {
    const [origin = ''] = bindings.WEB_ORIGINS.split(',')
    const refusals = {
      unauthenticated: await fetchWorker('/api/v1/user/current', { headers: { origin } }),
      forged: await fetchWorker('/api/v1/user/current', { headers: { origin, authorization: 'Bearer x' } }),
      'not found': await fetchWorker('/api/v1/nothing', { headers: { origin } }),
    }
    for (const [name, answer] of Object.entries(refusals)) {
      expect([name, answer.headers.get('access-control-allow-origin')]).toEqual([name, origin])
      expect([name, answer.headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
    }
  })

  it('ignores cookies', async () => {
    const sara = await verifiedStudent()
    const answer = await fetchWorker('/api/v1/user/current', { headers: { cookie: `token=${sara.token}` } })
    expect(answer.status).toBe(401)
  })
})
