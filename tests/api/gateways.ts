/** Both payment providers in memory: what the product's adapters reach, and what staff of a laptop can do there. */

import { exports } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { vi } from 'vitest'
import type { PaymobTransaction } from '#contract/paymob'
import { fetchWorker } from '#tests/people'
import type { Delivery } from '../../dev/world/deliveries.ts'
import { Orders } from '../../dev/world/fawry/orders.ts'
import { PROVIDER_HOSTS, paymentConsole } from '../../dev/world/payment-console.ts'
import type { StandInHost } from '../../dev/world/stand-in-host.ts'

const worker = exports as unknown as { default: Fetcher }

/** Numbers that a provider has given out are never given out again, whichever test asks. */
const storage = new Map<string, string>()

function hostInMemory(later: StandInHost['waitUntil']): StandInHost {
  const read = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
  return {
    get: (key) => read(storage.get(key)),
    put: (key, value) => {
      storage.set(key, JSON.stringify(value))
    },
    delete: (key) => {
      storage.delete(key)
    },
    list: (prefix) =>
      [...storage.keys()]
        .filter((key) => key.startsWith(prefix))
        .sort()
        .map((key) => read(storage.get(key))),
    now: async () => Date.now(),
    sendToProduct: (request) => worker.default.fetch(request),
    waitUntil: later,
  }
}

/** Signed as the provider signs, with the laptop's key. */
export const hmacOf = (one: PaymobTransaction): string =>
  createHmac('sha512', 'hessa-local-paymob')
    .update(
      [
        ...[one.amount_cents, one.created_at, one.currency, one.error_occured, one.has_parent_transaction, one.id],
        ...[one.integration_id, one.is_3d_secure, one.is_auth, one.is_capture, one.is_refunded],
        ...[one.is_standalone_payment, one.is_voided, one.order.id, one.owner, one.pending],
        ...[one.source_data.pan, one.source_data.sub_type, one.source_data.type, one.success],
      ].join(''),
    )
    .digest('hex')

export type ProviderRequest = { method: string; url: string; body: string }

/** Opens both providers for the test: from now on the product's requests to the outside end here. */
export function openGateways() {
  const pendingWork: (() => Promise<unknown>)[] = []
  const standInHost = hostInMemory((work) => void pendingWork.push(work))
  const world = paymentConsole(standInHost)
  const requests: ProviderRequest[] = []
  let losesRequest: (path: string) => boolean = () => false
  let losesAnswer: (path: string) => boolean = () => false

  const fetchProvider = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { host, pathname, search } = new URL(request.url)
    const provider = PROVIDER_HOSTS[host]
    if (!provider) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    const body = await request.clone().text()
    requests.push({ method: request.method, url: request.url, body })
    if (losesRequest(pathname)) throw new TypeError('Network connection lost.')
    const answer = await world.fetch(new Request(`https://world${provider}${pathname}${search}`, request))
    if (losesAnswer(pathname)) throw new TypeError('Network connection lost.')
    return answer
  }
  vi.stubGlobal('fetch', fetchProvider)

  const callConsole = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await world.fetch(new Request(`https://world${path}`, init))
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  return {
    requests,
    /** A control of the stand-ins by its path, from the provider's name on. */
    callConsole,
    /** What the product asked of a path, oldest first. */
    requestsTo: (path: string) => requests.filter(({ url }) => new URL(url).pathname === path),
    /** Requests to these paths get lost. */
    loseRequests: (lost: (path: string) => boolean) => {
      losesRequest = lost
    },
    /** Requests to these paths are carried out, and their answers get lost. */
    loseAnswers: (lost: (path: string) => boolean) => {
      losesAnswer = lost
    },
    /** Delivers every notice that is under way, in their order. */
    deliverAll: async () => {
      for (let next = pendingWork.shift(); next; next = pendingWork.shift()) await next()
    },
    act: (provider: 'fawry' | 'paymob', reference: string | number, act: string, given: unknown = {}) =>
      callConsole<Record<string, unknown>>('POST', `/${provider}/orders/${reference}/${act}`, given),
    /** An order as the gateway has it. */
    order: (reference: string) => new Orders(standInHost).find(reference),
    orderByMerchantNumber: (merchantRefNumber: string) =>
      new Orders(standInHost).findByMerchantNumber(merchantRefNumber),
    /** The second provider's callback of a refund, which is a transaction of its own with the paid one as its parent. */
    sendRefundCallback: ({ url, body }: Pick<Delivery, 'url' | 'body'>) => {
      const { obj } = JSON.parse(body) as { obj: PaymobTransaction }
      const child = { ...obj, id: obj.id + 1_000_000, has_parent_transaction: true }
      const path = `${new URL(url).pathname.replace('/api/v1', '')}?hmac=${hmacOf(child)}`
      return notify(path, { type: 'TRANSACTION', obj: child })
    },
    /** The gateway's notices that never arrived, except those of refunds. */
    undelivered: () =>
      new Orders(standInHost).deliveries
        .list()
        .filter(({ status, body }) => status !== 200 && !body.includes('REFUNDED')),
    deliveries: (provider: 'fawry' | 'paymob', reference: string | number) =>
      callConsole<Delivery[]>('GET', `/${provider}/deliveries?referenceNumber=${reference}`),
    send: (provider: 'fawry' | 'paymob', id: number, given: unknown = {}) =>
      callConsole<{ sent: number; statuses: Record<string, number> }>(
        'POST',
        `/${provider}/deliveries/${id}/send`,
        given,
      ),
    /** A form of the provider's pages, as a person sends it; answers where the page leads. */
    submit: async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      const answer = await world.fetch(new Request(`https://world${path}`, { method: 'POST', body }))
      return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() }
    },
    open: (path: string) => world.fetch(new Request(`https://world${path}`)),
  }
}

export type Gateways = ReturnType<typeof openGateways>

/** A request as a provider would send it, with whatever is in it. */
export const notify = (path: string, body: unknown) =>
  fetchWorker(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
