import { Deliveries } from '../deliveries.ts'
import { nextNumber, type StandInHost, toPounds, twoDecimals } from '../stand-in-host.ts'
import { sign } from './signatures.ts'

export type OrderStatus = 'UNPAID' | 'PAID' | 'CANCELED' | 'EXPIRED' | 'FAILED' | 'REFUNDED' | 'PARTIAL_REFUNDED'
export type OrderMethod = 'CARD' | 'PAYATFAWRY' | 'MWALLET'

/** An order as the gateway keeps it; amounts in piastres, instants in milliseconds. */
export type Order = {
  referenceNumber: string
  merchantRefNumber: string
  customerProfileId: string
  customerName: string
  customerMobile: string
  customerMail: string
  method: OrderMethod
  installments: number | null
  amount: number
  refunded: number
  status: OrderStatus
  webhook: string
  returnUrl: string | null
  createdAt: number
  expiresAt: number
  paidAt: number | null
  failure: { code: string; reason: string } | null
}

/** What is known of an order that was paid long ago. */
export type ImportedOrder = Pick<
  Order,
  'referenceNumber' | 'merchantRefNumber' | 'customerProfileId' | 'customerName'
> &
  Pick<Order, 'method' | 'amount' | 'createdAt' | 'paidAt' | 'expiresAt'>

/** Where notices go whose order named no address. */
export const LOCAL_WEBHOOK = 'http://localhost/api/v1/fawry/payment-status'

/** What the gateway keeps of a payment: 1 %, which the merchant bears. */
const feeOf = (order: Order) => (order.paidAt === null ? 0 : Math.floor(order.amount / 100))

const PREFIX = 'fawry:order:'
const BY_MERCHANT = 'fawry:merchant:'
const FIRST_REFERENCE = 950_000_000

/** The book of orders, and the notices that each change of one sends. */
export class Orders {
  readonly #host: StandInHost
  readonly deliveries: Deliveries

  constructor(host: StandInHost) {
    this.#host = host
    this.deliveries = new Deliveries(host, 'fawry')
  }

  /** Oldest first, whatever their numbers. */
  all = (): Order[] => this.#host.list<Order>(PREFIX).sort((one, other) => one.createdAt - other.createdAt)
  find = (referenceNumber: string): Order | undefined => this.#host.get<Order>(`${PREFIX}${referenceNumber}`)

  findByMerchantNumber(merchantRefNumber: string): Order | undefined {
    const reference = this.#host.get<string>(`${BY_MERCHANT}${merchantRefNumber}`)
    return reference === undefined ? undefined : this.find(reference)
  }

  create(order: Omit<Order, 'referenceNumber' | 'refunded' | 'status' | 'paidAt' | 'failure'>): Order {
    const referenceNumber = String(FIRST_REFERENCE + nextNumber(this.#host, 'fawry:order'))
    const opened: Order = { ...order, referenceNumber, refunded: 0, status: 'UNPAID', paidAt: null, failure: null }
    this.#host.put(`${BY_MERCHANT}${order.merchantRefNumber}`, referenceNumber)
    return this.#keep(opened)
  }

  /** Takes over an order that was paid before this book was begun; nobody is told of it. */
  importPaid(paid: ImportedOrder): void {
    this.#host.put(`${BY_MERCHANT}${paid.merchantRefNumber}`, paid.referenceNumber)
    this.#keep({
      customerMobile: '',
      customerMail: '',
      installments: null,
      refunded: 0,
      failure: null,
      returnUrl: null,
      ...paid,
      status: 'PAID',
      webhook: LOCAL_WEBHOOK,
    })
  }

  /**
   * Changes an order and tells the merchant, unless the notice is to get lost. Whoever calls has read the order without
   * waiting for anything since, so that of two at once the second sees what the first has done.
   */
  async changeStatus(
    order: Order,
    status: OrderStatus,
    now: number,
    more: Partial<Order> = {},
    isNotified = true,
  ): Promise<Order> {
    const moved = this.#keep({ ...order, ...(status === 'PAID' ? { paidAt: now } : {}), ...more, status })
    const delivery = await this.deliveries.record({
      referenceNumber: order.referenceNumber,
      url: order.webhook,
      body: JSON.stringify(await this.notification(moved)),
    })
    if (isNotified) this.#host.waitUntil(() => this.deliveries.send(delivery))
    return moved
  }

  /** The news that an order was opened, as the gateway sends for those that wait for the payer. */
  async notifyCreated(order: Order): Promise<void> {
    const body = JSON.stringify(await this.notification({ ...order }, 'NEW'))
    const { referenceNumber, webhook: url } = order
    const delivery = await this.deliveries.record({ referenceNumber, url, body })
    this.#host.waitUntil(() => this.deliveries.send(delivery))
  }

  /** The body of a notice, and of the answer to a question about the order. */
  async notification(order: Order, orderStatus: string = order.status) {
    const amount = toPounds(order.amount)
    const paymentMethod = order.method
    const paymentRefrenceNumber = order.paidAt === null ? undefined : `7${order.referenceNumber}`
    const amounts = [twoDecimals(amount), twoDecimals(amount)] as const
    return {
      requestId: crypto.randomUUID(),
      fawryRefNumber: order.referenceNumber,
      merchantRefNumber: order.merchantRefNumber,
      customerName: order.customerName,
      customerMobile: order.customerMobile,
      customerMail: order.customerMail,
      customerMerchantId: order.customerProfileId,
      paymentAmount: amount,
      orderAmount: amount,
      fawryFees: toPounds(feeOf(order)),
      shippingFees: 0,
      orderStatus,
      paymentMethod,
      ...(order.paidAt === null ? {} : { paymentTime: order.paidAt, paymentRefrenceNumber }),
      ...(order.installments === null ? {} : { installmentMonths: order.installments }),
      ...(order.failure ? { failureErrorCode: Number(order.failure.code), failureReason: order.failure.reason } : {}),
      orderExpiryDate: order.expiresAt,
      orderItems: [{ itemCode: 'plan', price: amount, quantity: 1 }],
      messageSignature: await sign(
        ...[order.referenceNumber, order.merchantRefNumber, ...amounts, orderStatus, paymentMethod],
        paymentRefrenceNumber,
      ),
    }
  }

  #keep(order: Order): Order {
    this.#host.put(`${PREFIX}${order.referenceNumber}`, order)
    return order
  }
}
