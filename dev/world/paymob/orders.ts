import { localKeys } from '../../local-keys.ts'
import { Deliveries } from '../deliveries.ts'
import recorded from '../recorded/paymob.json' with { type: 'json' }
import { nextNumber, type StandInHost, sortableKey } from '../stand-in-host.ts'

/** A payment intention as the provider stores it; the amount in piastres. */
export type Intention = {
  orderId: number
  clientSecret: string
  reference: string
  amount: number
  integrationId: number
  webhook: string
  redirect: string
  customer: { name: string; phone: string; email: string }
  /** The tokens of the saved cards that its page offers. */
  cardTokens: string[]
  createdAt: number
  expiresAt: number
}

/**
 * A transaction: an attempt to pay, or a refund or void of a payment, which is a transaction of its own. Amounts in piastres;
 * `refunded` is the running total of a payment, and `parent` is null where the provider does not name the payment.
 */
export type PaymentAttempt = {
  id: number
  kind: 'payment' | 'refund' | 'void'
  parent: number | null
  amount: number
  orderId: number
  pending: boolean
  success: boolean
  voided: boolean
  refunded: number
  createdAt: string
  source: { pan: string; sub_type: string; type: string }
}

const INTENTION = 'paymob:intention:'
const PAYMENT = 'paymob:payment:'
const SECRET = 'paymob:secret:'
const FIRST_ORDER = 310_000_000
const FIRST_PAYMENT = 220_000_000
const { obj: RECORDED, ...BESIDE } = recorded.transaction.body
/** Our merchant number at the provider. */
export const MERCHANT_ID = 30_211

/** The provider's intentions and payment attempts. Every change of an attempt records a callback for the merchant. */
export class Intentions {
  readonly #host: StandInHost
  readonly deliveries: Deliveries

  constructor(host: StandInHost) {
    this.#host = host
    this.deliveries = new Deliveries(host, 'paymob')
  }

  all = (): Intention[] => this.#host.list<Intention>(INTENTION)
  find = (orderId: number): Intention | undefined => this.#host.get<Intention>(sortableKey(INTENTION, orderId))
  payments = (orderId: number): PaymentAttempt[] => this.#host.list<PaymentAttempt>(`${sortableKey(PAYMENT, orderId)}:`)
  /** Of whatever kind. */
  newest = (orderId: number): PaymentAttempt | undefined => this.payments(orderId).at(-1)
  /** The newest attempt to pay. */
  latestAttempt = (orderId: number): PaymentAttempt | undefined =>
    this.payments(orderId).findLast(({ kind }) => kind === 'payment')
  /** The newest payment, which an attempt may have followed that was refused. */
  latestPayment = (orderId: number): PaymentAttempt | undefined =>
    this.payments(orderId).findLast(({ kind, success }) => kind === 'payment' && success)

  findPayment = (id: number): PaymentAttempt | undefined =>
    this.#host.list<PaymentAttempt>(PAYMENT).find((one) => one.id === id)

  findBySecret(clientSecret: string): Intention | undefined {
    const orderId = this.#host.get<number>(`${SECRET}${clientSecret}`)
    return orderId === undefined ? undefined : this.find(orderId)
  }

  /** By the merchant's own reference, or by the client secret in the page's address. */
  findByReference = (reference: string): Intention | undefined =>
    this.findBySecret(reference) ?? this.all().find((one) => one.reference === reference)

  /** Ends the intention: its page accepts no payment any more. */
  expire(intention: Intention, now: number): Intention {
    const expired = { ...intention, expiresAt: Math.min(intention.expiresAt, now - 1) }
    this.#host.put(sortableKey(INTENTION, intention.orderId), expired)
    return expired
  }

  create(intention: Omit<Intention, 'orderId' | 'clientSecret'>): Intention {
    const orderId = FIRST_ORDER + nextNumber(this.#host, 'paymob:order')
    const clientSecret = `egy_csk_test_${crypto.randomUUID().replaceAll('-', '')}`
    const created = { ...intention, orderId, clientSecret }
    this.#host.put(sortableKey(INTENTION, orderId), created)
    this.#host.put(`${SECRET}${clientSecret}`, orderId)
    return created
  }

  /**
   * Stores a new attempt, or the change of an earlier one, and records a callback, which is sent only with `isNotified`.
   * The caller must not have awaited anything since it read the attempts: of two concurrent changes the second must see
   * what the first has stored.
   */
  async recordPayment(
    intention: Intention,
    change: Partial<PaymentAttempt> & Pick<PaymentAttempt, 'source'>,
    now: number,
    isNotified = true,
  ): Promise<PaymentAttempt> {
    const identity = {
      id: FIRST_PAYMENT + nextNumber(this.#host, 'paymob:payment'),
      orderId: intention.orderId,
      createdAt: new Date(now).toISOString().replace('Z', '000'),
    }
    const initial: Omit<PaymentAttempt, 'id' | 'orderId' | 'createdAt' | 'source'> = {
      kind: 'payment',
      parent: null,
      amount: intention.amount,
      pending: false,
      success: false,
      voided: false,
      refunded: 0,
    }
    const recorded: PaymentAttempt = { ...identity, ...initial, ...change }
    this.#store(recorded)
    const obj = this.callback(intention, recorded)
    const delivery = await this.deliveries.record({
      referenceNumber: String(intention.orderId),
      url: `${intention.webhook}?hmac=${await hmacOf(obj)}`,
      body: JSON.stringify({ ...BESIDE, obj }),
    })
    if (isNotified) this.deliveries.announce(delivery)
    return recorded
  }

  #store(payment: PaymentAttempt): void {
    this.#host.put(`${sortableKey(PAYMENT, payment.orderId)}:${payment.id}`, payment)
  }

  /**
   * Gives back piastres of a payment, or voids it: its running total rises without a callback of its own, and the refund or void
   * is a new transaction with one.
   */
  giveBack(
    intention: Intention,
    payment: PaymentAttempt,
    { kind, amount, isNamed }: { kind: 'refund' | 'void'; amount: number; isNamed: boolean },
    now: number,
    isNotified = true,
  ): Promise<PaymentAttempt> {
    this.#store(kind === 'void' ? { ...payment, voided: true } : { ...payment, refunded: payment.refunded + amount })
    const parent = isNamed ? payment.id : null
    return this.recordPayment(
      intention,
      { kind, parent, amount, success: true, source: payment.source },
      now,
      isNotified,
    )
  }

  /** The transaction object of callbacks and of answers to inquiries: the recorded one, with the values of this payment. */
  callback(intention: Intention, payment: PaymentAttempt) {
    const { orderId, reference, integrationId, customer } = intention
    const [first = '', last = ''] = customer.name.split(' ')
    const payer = { first_name: first, last_name: last, email: customer.email, phone_number: customer.phone }
    const paid = this.payments(orderId).some(({ kind, success }) => kind === 'payment' && success)
    return {
      ...RECORDED,
      id: payment.id,
      pending: payment.pending,
      amount_cents: payment.amount,
      success: payment.success,
      is_voided: payment.voided,
      is_refunded: payment.refunded >= payment.amount,
      is_refund: payment.kind === 'refund',
      is_void: payment.kind === 'void',
      is_3d_secure: payment.source.type === 'card',
      integration_id: integrationId,
      profile_id: MERCHANT_ID,
      has_parent_transaction: payment.kind !== 'payment',
      parent_transaction: payment.parent,
      order: {
        ...RECORDED.order,
        id: orderId,
        merchant: { ...RECORDED.order.merchant, id: MERCHANT_ID },
        amount_cents: intention.amount,
        paid_amount_cents: paid ? intention.amount : 0,
        merchant_order_id: reference,
        shipping_data: { ...RECORDED.order.shipping_data, ...payer, order_id: orderId, order: orderId },
      },
      created_at: payment.createdAt,
      updated_at: payment.createdAt,
      source_data: { ...payment.source, tenure: null },
      data: { ...RECORDED.data, amount: payment.amount, message: payment.success ? 'Approved' : 'Declined' },
      payment_key_claims: {
        ...RECORDED.payment_key_claims,
        order_id: orderId,
        amount_cents: payment.amount,
        integration_id: integrationId,
      },
      refunded_amount_cents: payment.refunded === 0 ? null : payment.refunded,
      owner: MERCHANT_ID,
    }
  }
}

type Callback = ReturnType<Intentions['callback']>

/** HMAC-SHA512, in lower-case hex, over twenty values in the order of the provider's documentation. */
async function hmacOf(callback: Callback): Promise<string> {
  const text = [
    callback.amount_cents,
    callback.created_at,
    callback.currency,
    callback.error_occured,
    callback.has_parent_transaction,
    callback.id,
    callback.integration_id,
    callback.is_3d_secure,
    callback.is_auth,
    callback.is_capture,
    callback.is_refunded,
    callback.is_standalone_payment,
    callback.is_voided,
    callback.order.id,
    callback.owner,
    callback.pending,
    callback.source_data.pan,
    callback.source_data.sub_type,
    callback.source_data.type,
    callback.success,
  ].join('')
  const bytes = (value: string) => new TextEncoder().encode(value)
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const key = await crypto.subtle.importKey('raw', bytes(localKeys.PAYMOB_HMAC_SECRET), algorithm, false, ['sign'])
  const digest = await crypto.subtle.sign('HMAC', key, bytes(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
