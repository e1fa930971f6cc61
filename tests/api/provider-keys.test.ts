/** The providers' keys, as a new version tries them before it gets requests: each against the provider's stand-in. */
import { createExecutionContext } from 'cloudflare:test'
import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type KeyAnswer, type KeyHolder, keyAnswers } from '#contract/provider-keys'
import { bindings } from '#tests/people'
import { localMediaKeys } from '../../dev/local-keys.ts'
import { GOOGLE_HOSTS } from '../../dev/world/google/provider.ts'
import { listDomains, showPhoneNumber } from '../../dev/world/messaging.ts'
import { PROVIDER_HOSTS, paymentConsole } from '../../dev/world/payment-console.ts'
import { answerAsPlatform, PLATFORM_HOST } from '../../dev/world/platform.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import { hostInMemory } from './gateways.ts'
import { google } from './google-fixtures.ts'

const WORD = 'the-word-of-this-deployment'
const MEDIA_HOST = 'media.hessa.test'
const payments = paymentConsole(hostInMemory(() => undefined))

/** The list of rooms, as the media server answers it to whoever may list them. */
async function listRooms(request: Request): Promise<Response> {
  const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '')
  const key = new TextEncoder().encode(localMediaKeys.LIVEKIT_API_SECRET)
  const read = await jwtVerify(token, key).catch(() => null)
  const grants = read?.payload.video as { roomList?: boolean } | undefined
  const isListed = new URL(request.url).pathname === '/twirp/livekit.RoomService/ListRooms' && grants?.roomList
  return isListed ? Response.json({ rooms: [] }) : Response.json({ code: 'unauthenticated' }, { status: 401 })
}

let asked: string[]
let down: string | null

async function answerAsWorld(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { host, pathname, search } = new URL(request.url)
  asked.push(`${request.method} ${host}${pathname}`)
  if (host === down) throw new TypeError('Network connection lost.')
  if (host === 'api.resend.com') return listDomains(request)
  if (host === 'graph.facebook.com') return showPhoneNumber(request)
  if (GOOGLE_HOSTS.includes(host)) return google.fetch(request)
  if (host === PLATFORM_HOST) return answerAsPlatform(request, () => Promise.reject(new Error('no export')))
  if (host === MEDIA_HOST) return listRooms(request)
  return payments.fetch(new Request(`https://world${PROVIDER_HOSTS[host]}${pathname}${search}`, request))
}

beforeEach(() => {
  asked = []
  down = null
  vi.stubGlobal('fetch', answerAsWorld)
  return () => vi.unstubAllGlobals()
})

const KEY_CHECK = createHash('sha256').update(WORD).digest('hex')

const request = (changed: Readonly<Record<string, unknown>> = {}, word = WORD): Response | Promise<Response> =>
  app.fetch(
    new Request('https://api.hessa.example/api/v1/health/providers', { headers: { authorization: `Bearer ${word}` } }),
    { ...bindings, KEY_CHECK, LIVEKIT_URL: `wss://${MEDIA_HOST}`, ...changed } as Env,
    createExecutionContext(),
  )

async function answers(changed: Readonly<Record<string, unknown>> = {}): Promise<Map<KeyHolder, KeyAnswer>> {
  const answer = await request(changed)
  expect(answer.status).toBe(200)
  const { keys } = keyAnswers.parse(await answer.json())
  return new Map(keys.map((one) => [one.holder, one]))
}
const statesOf = (all: Map<KeyHolder, KeyAnswer>) =>
  Object.fromEntries([...all].map(([name, { state }]) => [name, state]))

/** What all providers say of the keys of local development. */
const ALL_ACCEPTED = {
  Resend: 'accepted',
  'Resend, webhook': 'not-asked',
  WhatsApp: 'accepted',
  'WhatsApp, webhook': 'not-asked',
  Fawry: 'accepted',
  Paymob: 'accepted',
  'Paymob, intentions': 'accepted',
  'Paymob, page': 'not-asked',
  'Paymob Payouts': 'accepted',
  Google: 'accepted',
  LiveKit: 'accepted',
  Relay: 'absent',
  'Web Push': 'not-asked',
  Cloudflare: 'accepted',
}

describe('the providers’ keys', () => {
  it('are accepted by each provider, which does nothing for it', async () => {
    expect(statesOf(await answers())).toEqual(ALL_ACCEPTED)
    expect(asked.toSorted()).toEqual(
      [
        `GET api.cloudflare.com/client/v4/accounts/${bindings.BACKUP_ACCOUNT}/d1/database/${bindings.BACKUP_DATABASE}`,
        'GET api.resend.com/domains',
        'GET accept.paymob.com/api/auth/hmac_secret/get_hmac',
        'GET atfawry.fawrystaging.com/ECommerceWeb/Fawry/payments/status/v2',
        'GET graph.facebook.com/v26.0/100000000000001',
        'POST accept.paymob.com/api/auth/tokens',
        'POST accept.paymob.com/v1/intention/',
        `POST ${MEDIA_HOST}/twirp/livekit.RoomService/ListRooms`,
        'POST oauth2.googleapis.com/token',
        'POST stagingpayouts.paymobsolutions.com/api/secure/o/token/',
      ].toSorted(),
    )
    const orders = await payments.fetch(new Request('https://world/paymob/orders'))
    expect(await orders.json()).toEqual([])
  })

  const WRONG = 'a key of somebody else, long enough to sign'
  it.each<[string, KeyHolder]>([
    ['EMAIL_API_KEY', 'Resend'],
    ['WHATSAPP_TOKEN', 'WhatsApp'],
    ['WHATSAPP_APP_SECRET', 'WhatsApp'],
    ['FAWRY_SECURE_KEY', 'Fawry'],
    ['FAWRY_MERCHANT_CODE', 'Fawry'],
    ['PAYMOB_API_KEY', 'Paymob'],
    ['PAYMOB_HMAC_SECRET', 'Paymob'],
    ['PAYMOB_SECRET_KEY', 'Paymob, intentions'],
    ['PAYMOB_PAYOUTS_CLIENT_SECRET', 'Paymob Payouts'],
    ['PAYMOB_PAYOUTS_PASSWORD', 'Paymob Payouts'],
    ['GOOGLE_CLIENT_SECRET', 'Google'],
    ['LIVEKIT_API_SECRET', 'LiveKit'],
    ['BACKUP_TOKEN', 'Cloudflare'],
  ])('of which %s is wrong are refused by %s alone, without the key in the words', async (name, holder) => {
    const all = await answers({ [name]: WRONG })
    expect(statesOf(all)).toEqual({ ...ALL_ACCEPTED, [holder]: 'refused' })
    expect(all.get(holder)?.reason).toMatch(/\S/)
    expect(JSON.stringify([...all])).not.toContain(WRONG)
  })

  it('are unclear where a provider does not answer, and absent where none is configured', async () => {
    down = 'accept.paymob.com'
    const changed = { LIVEKIT_URL: undefined, PAYMOB_PAYOUTS_USER: undefined, PAYMOB_PAYOUTS_PASSWORD: undefined }
    const payouts = { PAYMOB_PAYOUTS_CLIENT_ID: undefined, PAYMOB_PAYOUTS_CLIENT_SECRET: undefined }
    const all = await answers({ ...changed, ...payouts })
    expect(statesOf(all)).toEqual({
      ...ALL_ACCEPTED,
      Paymob: 'unclear',
      'Paymob, intentions': 'unclear',
      'Paymob Payouts': 'absent',
      LiveKit: 'absent',
    })
    expect(all.get('Paymob')?.reason).toContain('accept.paymob.com did not answer')
  })

  it('are tried for whoever deploys alone: there is nothing at that path for anybody else', async () => {
    for (const [changed, word] of [
      [{}, 'another-word'],
      [{}, ''],
      [{}, KEY_CHECK],
      [{ KEY_CHECK: undefined }, WORD],
      [{ KEY_CHECK: undefined }, ''],
      [{ KEY_CHECK: '' }, ''],
    ] as const) {
      const answer = await request(changed, word)
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
    }
    expect(asked).toEqual([])
  })
})
