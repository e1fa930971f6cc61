/** Both payment providers in memory: the APIs that the product's adapters call, and the console that decides what happens there. */

import { exports } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { vi } from 'vitest'
import type { PaymobTransaction } from '#contract/paymob'
import { fetchWorker } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import type { Delivery } from '../../dev/world/deliveries.ts'
import { Cards } from '../../dev/world/fawry/cards.ts'
import { Orders } from '../../dev/world/fawry/orders.ts'
import { PROVIDER_HOSTS, paymentConsole } from '../../dev/world/payment-console.ts'
import { Intentions } from '../../dev/world/paymob/orders.ts'
import type { StandInHost } from '../../dev/world/stand-in-host.ts'

const worker = exports as unknown as { default: Fetcher }

/** Outlives a test, as the database does: a provider never gives out a number twice. */
const storage = new Map<string, string>()

/** Empties the providers as well where the database is emptied, whose ids the providers know. */
export const clearProviders = (): void => storage.clear()

/** What a stand-in runs on, in memory; `waitUntil` gets what it does after its answer. */
export function hostInMemory(waitUntil: StandInHost['waitUntil']): StandInHost {
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
    waitUntil,
  }
}

/** The provider's signature, with the key of local development. */
export const hmacOf = (transaction: PaymobTransaction): string =>
  createHmac('sha512', localKeys.PAYMOB_HMAC_SECRET)
    .update(
      [
        transaction.amount_cents,
        transaction.created_at,
        transaction.currency,
        transaction.error_occured,
        transaction.has_parent_transaction,
        transaction.id,
        transaction.integration_id,
        transaction.is_3d_secure,
        transaction.is_auth,
        transaction.is_capture,
        transaction.is_refunded,
        transaction.is_standalone_payment,
        transaction.is_voided,
        transaction.order.id,
        transaction.owner,
        transaction.pending,
        transaction.source_data.pan,
        transaction.source_data.sub_type,
        transaction.source_data.type,
        transaction.success,
      ].join(''),
    )
    .digest('hex')

export type ProviderRequest = { method: string; url: string; body: string }

export type AnswerChange = (path: string, answer: Response) => Response | Promise<Response>

/** Starts both providers and sends the product's outgoing requests to them, by replacing the global `fetch`. */
export function openGateways() {
  const pendingWork: (() => Promise<unknown>)[] = []
  const standInHost = hostInMemory((work) => void pendingWork.push(work))
  const providers = paymentConsole(standInHost)
  // The inquiries of a test do not count for the minute of the next one.
  storage.delete('payouts:inquiries')
  const requests: ProviderRequest[] = []
  let losesRequest: (path: string) => boolean = () => false
  let losesAnswer: (path: string) => boolean = () => false
  let changesAnswer: AnswerChange = (_path, answer) => answer
  let answersInstead: (path: string, url: string) => Response | null = () => null

  const fetchProvider = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { host, pathname, search } = new URL(request.url)
    const provider = PROVIDER_HOSTS[host]
    if (!provider) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    // Not `text()`, which warns of forms.
    const body = new TextDecoder().decode(await request.clone().arrayBuffer())
    requests.push({ method: request.method, url: request.url, body })
    if (losesRequest(pathname)) throw new TypeError('Network connection lost.')
    const instead = answersInstead(pathname, request.url)
    if (instead) return instead
    const made = await providers.fetch(new Request(`https://world${provider}${pathname}${search}`, request))
    const answer = await changesAnswer(pathname, made)
    if (losesAnswer(pathname)) throw new TypeError('Network connection lost.')
    return answer
  }
  vi.stubGlobal('fetch', fetchProvider)

  const callConsole = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await providers.fetch(new Request(`https://world${path}`, init))
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  return {
    requests,
    /** Calls the console; the path begins with the provider's name. */
    callConsole,
    /** The product's requests to a path, oldest first. */
    requestsTo: (path: string) => requests.filter(({ url }) => new URL(url).pathname === path),
    /** Requests to these paths fail before the provider has received them. */
    loseRequests: (lost: (path: string) => boolean) => {
      losesRequest = lost
    },
    /** Requests to these paths are carried out by the provider, and fail before the answer arrives. */
    loseAnswers: (lost: (path: string) => boolean) => {
      losesAnswer = lost
    },
    /** What the provider has carried out is answered by this in place of its own answer, as late as it likes. */
    changeAnswers: (change: AnswerChange) => {
      changesAnswer = change
    },
    /** Requests that get this answer never reach the provider. */
    answerInstead: (answer: (path: string, url: string) => Response | null) => {
      answersInstead = answer
    },
    /** Delivers every pending notification, in order. */
    deliverAll: async () => {
      for (let next = pendingWork.shift(); next; next = pendingWork.shift()) await next()
    },
    act: (provider: 'fawry' | 'paymob', reference: string | number, action: string, options: unknown = {}) =>
      callConsole<Record<string, unknown>>('POST', `/${provider}/orders/${reference}/${action}`, options),
    /** The gateway cancels an order of its own accord. */
    cancelOrder: async (reference: string) => {
      const orders = new Orders(standInHost)
      const order = orders.find(reference)
      if (order) await orders.changeStatus(order, 'CANCELED', Date.now())
    },
    /** The gateway forgets the cards of a customer. */
    deleteCards: (customer: number) => {
      const cards = new Cards(standInHost)
      for (const card of cards.list(String(customer))) cards.remove(card)
    },
    /** An order as the gateway stores it. */
    order: (reference: string) => new Orders(standInHost).find(reference),
    orderByMerchantNumber: (merchantRefNumber: string) =>
      new Orders(standInHost).findByMerchantNumber(merchantRefNumber),
    /** All orders and payments of a customer of the gateway. */
    ordersOf: (customer: number) =>
      new Orders(standInHost).all().filter(({ customerProfileId }) => customerProfileId === String(customer)),
    /** A transaction of the second provider, by its own number. */
    transaction: (id: string | null) => new Intentions(standInHost).findPayment(Number(id)),
    /** The transactions of an order of the second provider, oldest first. */
    transactions: (orderId: string) => new Intentions(standInHost).payments(Number(orderId)),
    /** The gateway's deliveries that the product has not accepted, except those of refunds. */
    undelivered: () =>
      new Orders(standInHost).deliveries
        .list()
        .filter(({ status, body }) => status !== 200 && !body.includes('REFUNDED')),
    deliveries: (provider: 'fawry' | 'paymob', reference: string | number) =>
      callConsole<Delivery[]>('GET', `/${provider}/deliveries?referenceNumber=${reference}`),
    send: (provider: 'fawry' | 'paymob', id: number, options: unknown = {}) =>
      callConsole<{ sent: number; statuses: Record<string, number> }>(
        'POST',
        `/${provider}/deliveries/${id}/send`,
        options,
      ),
    /** Submits a form of the provider's pages and returns where it redirects. */
    submit: async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      const answer = await providers.fetch(new Request(`https://world${path}`, { method: 'POST', body }))
      return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() }
    },
    open: (path: string) => providers.fetch(new Request(`https://world${path}`)),
  }
}

export type Gateways = ReturnType<typeof openGateways>

/** Sends a webhook request with any content. */
export const notify = (path: string, body: unknown) =>
  fetchWorker(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
