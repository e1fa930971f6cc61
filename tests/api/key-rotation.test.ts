import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { schedule } from '#contract/jobs'
import {
  bindings,
  callApi,
  expectOk,
  mailedResetCode,
  newEmail,
  newStudent,
  PASSWORD,
  type Person,
  readAnswer,
  row,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { app } from '../../worker/app.ts'
import { issueOneTimeToken, readOneTimeToken } from '../../worker/auth/one-time-tokens.ts'
import type { Env, RotatedKey } from '../../worker/env.ts'
import { decryptMessage, encryptMessage } from '../../worker/http/encryption.ts'
import worker from '../../worker/index.ts'
import { stopToken } from '../../worker/messages/stop-token.ts'
import { postPush } from '../../worker/outside/push/post-push.ts'
import type { Gateways } from './gateways.ts'
import { payCheckoutWithoutCallback, payWithoutNotification, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'
import { newBrowserKeys } from './push-decryption.ts'
import { challengeOf, codeAt, enrolApp } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const NEW_KEY = 'whsec_a new key, which nobody else knows'

/** The environment after the key was replaced: with the previous one, and once that is deleted. */
const rotated = (name: RotatedKey): { during: Env; after: Env } => {
  const after = { ...bindings, [name]: NEW_KEY }
  return { during: { ...after, [`${name}_BEFORE`]: bindings[name] }, after }
}

type Sent = { as?: Person; body?: unknown; headers?: Record<string, string> }

async function callWith(env: Env, method: string, path: string, { as, body, headers = {} }: Sent = {}) {
  const all = new Headers(headers)
  if (as) all.set('authorization', `Bearer ${as.token}`)
  if (body !== undefined) all.set('content-type', 'application/json')
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(`http://localhost/api/v1${path}`, { method, headers: all, body: text ?? null })
  const context = createExecutionContext()
  const answer = await readAnswer(await app.fetch(request, env, context))
  await waitOnExecutionContext(context)
  return answer
}

const codeWith = async (env: Env, method: string, path: string, sent: Sent = {}): Promise<string> => {
  const { code, status } = await callWith(env, method, path, sent)
  return code ?? (status === 200 ? 'ok' : String(status))
}

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

describe('the key of tokens', () => {
  const { during, after } = rotated('JWT_SECRET')

  it('is rotated while people stay signed in', async () => {
    const sara = await newStudent()
    expect(await codeWith(during, 'GET', '/user/current', { as: sara })).toBe('ok')
    expect(await codeWith(after, 'GET', '/user/current', { as: sara })).toBe('unauthenticated')
  })

  it('signs by the present one meanwhile', async () => {
    const sara = await newStudent()
    const { body } = await callWith(during, 'POST', '/auth/password', {
      body: { email: sara.email, password: PASSWORD },
    })
    const signedIn = { ...sara, token: (body as { token: string }).token }
    expect(await codeWith(after, 'GET', '/user/current', { as: signedIn })).toBe('ok')
    expect(await codeWith(bindings, 'GET', '/user/current', { as: signedIn })).toBe('unauthenticated')
  })

  it('lets a sign-in through another site end', async () => {
    const issued = { purpose: 'google-nonce', claims: { nonce: 'n' }, expiresAt: NOW + 60_000 } as const
    const token = await issueOneTimeToken(bindings, issued)
    expect(await readOneTimeToken(during, 'google-nonce', token, NOW)).toMatchObject({ claims: { nonce: 'n' } })
    expect(await readOneTimeToken(after, 'google-nonce', token, NOW)).toBeNull()
  })

  it('accepts no token of a third key', async () => {
    const sara = await newStudent()
    const other = { ...during, JWT_SECRET_BEFORE: 'another key, which has never signed a token' }
    expect(await codeWith(other, 'GET', '/user/current', { as: sara })).toBe('unauthenticated')
  })
})

describe('the key of second factors', () => {
  const { during, after } = rotated('SECOND_FACTOR_SECRET')
  const controller = { cron: schedule['renew-encryption'], scheduledTime: 0, noRetry() {} } as ScheduledController
  const renewedBy = async (env: Env) => {
    await worker.scheduled(controller, env)
    const last = await row<{ outcome: string }>(
      "SELECT outcome FROM job_runs WHERE name = 'renew-encryption' ORDER BY id DESC",
    )
    return JSON.parse(last?.outcome ?? 'null')
  }
  const signInWith = async (env: Env, person: Person, given: object, challenge?: string) =>
    codeWith(env, 'POST', '/auth/second-factor', {
      body: { challenge: challenge ?? (await challengeWith(env, person)), ...given },
    })
  const challengeWith = async (env: Env, { email }: Person): Promise<string> => {
    const { body } = await callWith(env, 'POST', '/auth/password', { body: { email, password: PASSWORD } })
    return (body as { details: { challenge: string } }).details.challenge
  }

  it('is rotated while authenticator apps, recovery codes and sign-ins under way go on', async () => {
    const sara = await enrolApp(await verifiedStudent())
    const [first = '', second = ''] = sara.codes
    const underWay = await challengeOf(sara)
    expect(await signInWith(during, sara, { recoveryCode: first }, underWay)).toBe('ok')
    setNow(NOW + 60_000)
    expect(await signInWith(during, sara, { code: codeAt(sara.secret) })).toBe('ok')
    expect(await signInWith(after, sara, { recoveryCode: second })).toBe('invalid-verification-code')
    expect(await signInWith(during, sara, { recoveryCode: second })).toBe('ok')
  })

  beforeEach(async () => {
    await run('DELETE FROM totp_secrets')
    await run('DELETE FROM calendar_feeds')
  })

  it('is replaced by a job in what is stored encrypted, once', async () => {
    const sara = await enrolApp(await verifiedStudent())
    const feed = await expectOk<{ url: string }>(
      callApi('PUT', '/calendar-feed', { as: sara, body: { password: PASSWORD } }),
    )
    const reveal = (env: Env) =>
      callWith(env, 'POST', '/calendar-feed/address', { as: sara, body: { password: PASSWORD } })
    expect(await reveal(after)).toMatchObject({ code: 'not-found' })
    expect(await renewedBy(bindings)).toEqual({ renewed: 0 })
    expect(await renewedBy(during)).toEqual({ renewed: 2 })
    expect(await renewedBy(during)).toEqual({ renewed: 0 })
    expect((await reveal(after)).body).toMatchObject({ url: feed.url })
    setNow(NOW + 60_000)
    expect(await signInWith(after, sara, { code: codeAt(sara.secret) })).toBe('ok')
    expect(await reveal(bindings)).toMatchObject({ code: 'not-found' })
  })

  it('leaves to the job what it cannot decrypt', async () => {
    await enrolApp(await verifiedStudent())
    const wrong = { ...during, SECOND_FACTOR_SECRET_BEFORE: 'another key, which has never encrypted' }
    expect(await renewedBy(wrong)).toEqual({ renewed: 0 })
    expect(await renewedBy(during)).toEqual({ renewed: 1 })
  })

  it('is rotated while a mailed code, a waiting message and a link in a mail count', async () => {
    const sara = await verifiedStudent()
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const body = { code: await mailedResetCode(sara.email), email: sara.email, password: 'Forgotten2026' }
    const reset = (env: Env) => codeWith(env, 'POST', '/confirmation-code/password/confirm', { body })
    expect(await reset(after)).toBe('invalid-verification-code')
    expect(await reset(during)).toBe('ok')

    const message = await encryptMessage(bindings, 'forget_password', 'params')
    expect(await decryptMessage(during, 'forget_password', message)).toBe('params')
    await expect(decryptMessage(after, 'forget_password', message)).rejects.toMatchObject({ code: 'unexpected' })

    const stop = `/mailing/stop/${await stopToken(bindings, 'mailing-stop', sara.id)}`
    expect(await codeWith(after, 'POST', stop)).toBe('invalid-verification-code')
    expect(await codeWith(during, 'POST', stop)).toBe('ok')
  })

  it('answers a repeat with what the first request got', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const sent = { body, headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await callWith(bindings, 'POST', '/student/', sent)
    expect(first.status).toBe(200)
    const repeat = await callWith(during, 'POST', '/student/', sent)
    expect([repeat.status, repeat.body, repeat.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true'])
    const other = { ...sent, body: { ...body, email: newEmail() } }
    expect(await codeWith(during, 'POST', '/student/', other)).toBe('illegal')
  })
})

describe('the key of a payment provider', () => {
  let gateways: Gateways
  let plan: number
  withGateways('2026-02-11T10:00:00Z', async (opened) => {
    gateways = opened
    plan = await newPlan()
  })

  it('is rotated while Fawry still signs with the previous one', async () => {
    const { during, after } = rotated('FAWRY_SECURE_KEY')
    const { body } = await payWithoutNotification(gateways, await payingStudent(), plan)
    const notify = (env: Env) => callWith(env, 'POST', '/fawry/payment-status', { body })
    expect((await notify(after)).status).toBe(403)
    expect((await notify(during)).status).toBe(200)
  })

  it('is rotated while Paymob still signs with the previous one', async () => {
    const { during, after } = rotated('PAYMOB_HMAC_SECRET')
    const { callback } = await payCheckoutWithoutCallback(gateways, await payingStudent(), plan)
    const hmac = new URL(callback.url).searchParams.get('hmac')
    const notify = (env: Env) => callWith(env, 'POST', `/paymob/on-checkout?hmac=${hmac}`, { body: callback.body })
    expect((await notify(after)).status).toBe(403)
    expect((await notify(during)).status).toBe(200)
  })
})

describe('the key of a webhook', () => {
  it('is rotated while WhatsApp still signs with the previous one', async () => {
    const { during, after } = rotated('WHATSAPP_APP_SECRET')
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
    const signature = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(body).digest('hex')
    const headers = { 'x-hub-signature-256': `sha256=${signature}` }
    expect((await callWith(after, 'POST', '/whatsapp/webhook', { body, headers })).status).toBe(403)
    expect((await callWith(during, 'POST', '/whatsapp/webhook', { body, headers })).status).toBe(200)
  })

  it('is rotated while Resend still signs with the previous one', async () => {
    const { during, after } = rotated('EMAIL_WEBHOOK_SECRET')
    const body = JSON.stringify({
      type: 'email.scheduled',
      created_at: new Date(NOW).toISOString(),
      data: { email_id: 'x' },
    })
    const secret = Buffer.from(localKeys.EMAIL_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
    const time = String(NOW / 1000)
    const signature = createHmac('sha256', secret).update(`msg_1.${time}.${body}`).digest('base64')
    const headers = { 'svix-id': 'msg_1', 'svix-timestamp': time, 'svix-signature': `v1,${signature}` }
    expect((await callWith(after, 'POST', '/email/webhook', { body, headers })).status).toBe(403)
    expect((await callWith(during, 'POST', '/email/webhook', { body, headers })).status).toBe(200)
  })
})

describe('the pair of notifications', () => {
  const base64url = (...parts: (string | undefined)[]) =>
    Buffer.concat(parts.map((part = '') => Buffer.from(part, 'base64url'))).toString('base64url')

  function newPair() {
    const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    return { publicKey: base64url('BA', x, y), privateKey: d ?? '' }
  }

  it('is rotated while browsers are subscribed with the previous one', async () => {
    const { publicKey, privateKey } = newPair()
    const after = { ...bindings, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    const during = {
      ...after,
      VAPID_PUBLIC_KEY_BEFORE: bindings.VAPID_PUBLIC_KEY,
      VAPID_PRIVATE_KEY_BEFORE: bindings.VAPID_PRIVATE_KEY,
    }
    const { p256dh, auth } = await newBrowserKeys()
    const post = (env: Env) =>
      postPush(
        env,
        { endpoint: 'https://fcm.googleapis.com/fcm/send/one', p256dh, auth },
        { data: { title: 'حصّة' }, topic: 'chat-1', ttlSeconds: 60 },
      )
    let subscribedWith = bindings.VAPID_PUBLIC_KEY
    const posted: string[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      const key = /k=(.+)$/.exec(new Headers(headers).get('authorization') ?? '')?.[1] ?? ''
      posted.push(key)
      return new Response(null, { status: key === subscribedWith ? 201 : 403 })
    })
    await expect(post(after)).rejects.toThrow('answered 403')
    await post(during)
    subscribedWith = publicKey
    await post(during)
    vi.unstubAllGlobals()
    expect(posted).toEqual([publicKey, publicKey, bindings.VAPID_PUBLIC_KEY, publicKey])
  })
})
