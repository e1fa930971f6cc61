import { type Context, Hono } from 'hono'
import { localKeys } from '../../local-keys.ts'
import { withFaults } from '../faults.ts'
import recorded from '../recorded/paymob.json' with { type: 'json' }
import type { StandInHost } from '../stand-in-host.ts'
import { type Intention, Intentions } from './orders.ts'
import { PaymobCards } from './saved-cards.ts'

/** The API of the second provider, by its public documentation; it shares no code with the product's client. */

/** The payment methods by the provider's integration numbers. */
export const INTEGRATIONS: Record<number, 'card' | 'wallet'> = { 4001: 'card', 4002: 'wallet' }

type IntentionRequest = {
  amount?: number
  currency?: string
  payment_methods?: number[]
  items?: { name?: string; amount?: number; quantity?: number }[]
  billing_data?: { first_name?: string; last_name?: string; phone_number?: string; email?: string }
  special_reference?: string
  card_tokens?: string[]
  expiration?: number
  notification_url?: string
  redirection_url?: string
}

const RECORDED = recorded.intention.body

const isAuthorized = (c: Context) => c.req.header('authorization') === `Token ${localKeys.PAYMOB_SECRET_KEY}`
/** How long a token of inquiries is valid. */
const TOKEN_MS = 60 * 60_000
const TOKEN = 'paymob:token:'
const MAX_ITEM_NAME = 50
/** Transactions on a page of their list. */
const LISTED = 50
const MAX_CARD_TOKENS = 3

/** The status and body of the provider's refusal; null when the request is valid. */
function whyInvalid(request: IntentionRequest): { status: 400 | 404 | 406; body: Record<string, unknown> } | null {
  const { amount, currency, payment_methods: methods = [], items = [], billing_data: billing } = request
  if (!Number.isInteger(amount) || (amount ?? 0) < 100)
    return { status: 400, body: { amount: ['A valid integer of at least 100 is required.'] } }
  if (currency !== 'EGP') return { status: 400, body: { currency: ['This currency is not supported.'] } }
  if (methods.length === 0 || methods.some((id) => !INTEGRATIONS[id]))
    return { status: 404, body: { detail: 'Integration ID does not exist, or its state does not match the key.' } }
  if (items.some(({ name = '' }) => name === '' || name.length > MAX_ITEM_NAME))
    return { status: 400, body: { items: ['A name of at most 50 characters is required.'] } }
  const sum = items.reduce((total, one) => total + (one.amount ?? 0) * (one.quantity ?? 1), 0)
  if (items.length > 0 && sum !== amount) return { status: 406, body: { detail: 'Items do not add up to the amount.' } }
  const { first_name: first, last_name: last, phone_number: phone, email } = billing ?? {}
  if (!first || !last || !phone || !email)
    return { status: 400, body: { billing_data: ['first_name, last_name, phone_number and email are required.'] } }
  return null
}

export function paymobProvider(host: StandInHost): Hono {
  const intentions = new Intentions(host)
  const cards = new PaymobCards(host)

  const saveIntention = async (request: IntentionRequest): Promise<Intention> => {
    const now = await host.now()
    const { first_name = '', last_name = '', phone_number = '', email = '' } = request.billing_data ?? {}
    return intentions.create({
      reference: request.special_reference ?? '',
      amount: request.amount ?? 0,
      integrationId: request.payment_methods?.[0] ?? 0,
      webhook: request.notification_url ?? 'http://localhost/api/v1/paymob/on-checkout',
      redirect: request.redirection_url ?? '/',
      customer: { name: `${first_name} ${last_name}`, phone: phone_number, email },
      cardTokens: request.card_tokens ?? [],
      createdAt: now,
      expiresAt: now + (request.expiration ?? 3600) * 1000,
    })
  }

  const createIntention = async (c: Context) => {
    if (!isAuthorized(c)) return c.json({ detail: 'Authentication credentials were not provided.' }, 401)
    const request = (await c.req.json()) as IntentionRequest
    const refusal = whyInvalid(request)
    if (refusal) return c.json(refusal.body, refusal.status)
    const unknown = (request.card_tokens ?? []).filter((token) => !cards.find(token))
    if (unknown.length > 0 || (request.card_tokens ?? []).length > MAX_CARD_TOKENS)
      return c.json({ card_tokens: [`Invalid card tokens: ${unknown.join(', ')}`] }, 400)
    const isKnown = intentions.all().some(({ reference }) => reference === request.special_reference)
    if (isKnown) return c.json({ special_reference: ['This reference was used before.'] }, 400)
    const made = await saveIntention(request)
    const { clientSecret, orderId, amount, integrationId, createdAt } = made
    const items = (request.items ?? []).map((one) => ({ image: null, ...one }))
    const [method] = RECORDED.payment_methods
    const answer = {
      ...RECORDED,
      payment_keys: [{ integration: integrationId, key: clientSecret, gateway_type: 'MIGS', iframe_id: null }],
      id: `pi_test_${orderId}`,
      intention_detail: {
        amount,
        items,
        currency: 'EGP',
        billing_data: { ...RECORDED.intention_detail.billing_data, ...request.billing_data },
      },
      client_secret: clientSecret,
      intention_order_id: orderId,
      payment_methods: [{ ...method, integration_id: integrationId }],
      special_reference: request.special_reference ?? null,
      created: new Date(createdAt).toISOString(),
    }
    return c.json(answer, 201)
  }

  /** Inquiries take a token that the API key is exchanged for, and nothing else. */
  const issueToken = async (c: Context) => {
    const { api_key: key } = (await c.req.json()) as { api_key?: string }
    if (key !== localKeys.PAYMOB_API_KEY) return c.json({ detail: 'incorrect credentials' }, 401)
    const token = crypto.randomUUID().replaceAll('-', '')
    host.put(`${TOKEN}${token}`, Date.now() + TOKEN_MS)
    return c.json({ token, profile: { id: 30_211 } }, 201)
  }
  const hasToken = (c: Context): boolean => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    // The product's clock may be moved by days; tokens live by the real one, as the product keeps them.
    return scheme === 'Bearer' && (host.get<number>(`${TOKEN}${token}`) ?? 0) > Date.now()
  }

  const showHmac = (c: Context) =>
    hasToken(c)
      ? c.json({ hmac_secret: localKeys.PAYMOB_HMAC_SECRET })
      : c.json({ detail: 'incorrect credentials' }, 401)

  const inquire = async (c: Context) => {
    if (!hasToken(c)) return c.json({ detail: 'incorrect credentials' }, 401)
    const { order_id: orderId = 0 } = (await c.req.json()) as { order_id?: number }
    const [intention, latest] = [intentions.find(orderId), intentions.newest(orderId)]
    if (!intention || !latest) return c.json({ detail: 'Not found.' }, 404)
    return c.json(intentions.callback(intention, latest))
  }

  /** All transactions of the account, or of one order, the newest first; a page of them. */
  const list = (c: Context) => {
    if (!hasToken(c)) return c.json({ detail: 'incorrect credentials' }, 401)
    const [orderId, size] = [c.req.query('order_id'), Number(c.req.query('page_size') ?? LISTED)]
    const all = intentions
      .all()
      .filter((one) => orderId === undefined || String(one.orderId) === orderId)
      .flatMap((one) => intentions.payments(one.orderId).map((payment) => intentions.callback(one, payment)))
      .sort((one, other) => other.id - one.id)
    return c.json({ next: null, previous: null, results: all.slice(0, size) })
  }

  const show = (c: Context) => {
    if (!hasToken(c)) return c.json({ detail: 'incorrect credentials' }, 401)
    const payment = intentions.findPayment(Number(c.req.param('id')))
    const intention = payment && intentions.find(payment.orderId)
    return payment && intention
      ? c.json(intentions.callback(intention, payment))
      : c.json({ detail: 'Not found.' }, 404)
  }

  const refund = async (c: Context) => {
    if (!isAuthorized(c)) return c.json({ detail: 'incorrect credentials' }, 401)
    const { transaction_id: id = 0, amount_cents: amount } = (await c.req.json()) as Record<string, number>
    const now = await host.now()
    const payment = intentions.findPayment(id)
    const intention = payment && intentions.find(payment.orderId)
    if (!payment || !intention) return c.json({ detail: 'Not found.' }, 404)
    const refunded = payment.refunded + Number(amount)
    const isPaid = payment.kind === 'payment' && payment.success && !payment.voided
    if (!isPaid || !Number.isInteger(amount) || refunded <= payment.refunded || refunded > intention.amount)
      return c.json({ message: 'Transaction can not be refunded by this amount' }, 400)
    const made = await intentions.giveBack(
      intention,
      payment,
      { kind: 'refund', amount: refunded - payment.refunded, isNamed: true },
      now,
    )
    return c.json(intentions.callback(intention, made), 201)
  }

  return new Hono()
    .use('/v1/*', withFaults(host, 'paymob'))
    .use('/api/*', withFaults(host, 'paymob'))
    .post('/v1/intention/', createIntention)
    .post('/api/auth/tokens', issueToken)
    .get('/api/auth/hmac_secret/get_hmac', showHmac)
    .post('/api/ecommerce/orders/transaction_inquiry', inquire)
    .get('/api/acceptance/transactions', list)
    .get('/api/acceptance/transactions/:id', show)
    .post('/api/acceptance/void_refund/refund', refund)
}
