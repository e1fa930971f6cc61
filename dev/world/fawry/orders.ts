import { Deliveries } from '../deliveries.ts'
import { nextNumber, type StandInHost } from '../stand-in-host.ts'
import { toPounds, twoDecimals } from './amounts.ts'
import { sign } from './signatures.ts'

export type OrderStatus = 'UNPAID' | 'PAID' | 'CANCELED' | 'EXPIRED' | 'FAILED' | 'REFUNDED' | 'PARTIAL_REFUNDED'
export type OrderMethod = 'CARD' | 'PAYATFAWRY' | 'MWALLET'

/** An order as the gateway stores it; amounts in piastres, instants in milliseconds. */
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

/** An order that was paid before the stand-in existed. */
export type ImportedOrder = Pick<
  Order,
  'referenceNumber' | 'merchantRefNumber' | 'customerProfileId' | 'customerName'
> &
  Pick<Order, 'method' | 'amount' | 'createdAt' | 'paidAt' | 'expiresAt'>

/** The webhook of orders that specify none. */
export const LOCAL_WEBHOOK = 'http://localhost/api/v1/fawry/payment-status'

/** The gateway's fee: 1 % of a payment, borne by the merchant. */
const feeOf = (order: Order) => (order.paidAt === null ? 0 : Math.floor(order.amount / 100))

const PREFIX = 'fawry:order:'
const BY_MERCHANT = 'fawry:merchant:'
const FIRST_REFERENCE = 950_000_000

/** The gateway's orders. Every change of status records a notification for the merchant. */
export class Orders {
  readonly #host: StandInHost
  readonly deliveries: Deliveries

  constructor(host: StandInHost) {
    this.#host = host
    this.deliveries = new Deliveries(host, 'fawry')
  }

  /** Oldest first; imported orders have their own numbers. */
  all = (): Order[] => this.#host.list<Order>(PREFIX).sort((one, other) => one.createdAt - other.createdAt)
  find = (referenceNumber: string): Order | undefined => this.#host.get<Order>(`${PREFIX}${referenceNumber}`)

  findByMerchantNumber(merchantRefNumber: string): Order | undefined {
    const reference = this.#host.get<string>(`${BY_MERCHANT}${merchantRefNumber}`)
    return reference === undefined ? undefined : this.find(reference)
  }

  create(order: Omit<Order, 'referenceNumber' | 'refunded' | 'status' | 'paidAt' | 'failure'>): Order {
    const referenceNumber = String(FIRST_REFERENCE + nextNumber(this.#host, 'fawry:order'))
    const created: Order = { ...order, referenceNumber, refunded: 0, status: 'UNPAID', paidAt: null, failure: null }
    this.#host.put(`${BY_MERCHANT}${order.merchantRefNumber}`, referenceNumber)
    return this.#save(created)
  }

  /** Stores an order that was paid before the stand-in existed, without a notification. */
  importPaid(paid: ImportedOrder): void {
    this.#host.put(`${BY_MERCHANT}${paid.merchantRefNumber}`, paid.referenceNumber)
    this.#save({
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
   * Stores the new status and records a notification, which is sent only with `isNotified`. The caller must not have
   * awaited anything since it read the order: of two concurrent changes the second has to see what the first one stored.
   */
  async changeStatus(
    order: Order,
    status: OrderStatus,
    now: number,
    more: Partial<Order> = {},
    isNotified = true,
  ): Promise<Order> {
    const changed = this.#save({ ...order, ...(status === 'PAID' ? { paidAt: now } : {}), ...more, status })
    const delivery = await this.deliveries.record({
      referenceNumber: order.referenceNumber,
      url: order.webhook,
      body: JSON.stringify(await this.notification(changed)),
    })
    if (isNotified) this.deliveries.announce(delivery)
    return changed
  }

  /** The order as it is now: one that nobody has paid in its time has expired. */
  async current(order: Order | undefined, now: number): Promise<Order | undefined> {
    const isOver = order?.status === 'UNPAID' && order.expiresAt < now
    return isOver ? this.changeStatus(order, 'EXPIRED', now) : order
  }

  /** A second payment of an order gets its own number; the status inquiry still answers the first one. */
  payAgain(order: Order, now: number, isNotified: boolean): Promise<Order> {
    const referenceNumber = String(FIRST_REFERENCE + nextNumber(this.#host, 'fawry:order'))
    return this.changeStatus({ ...order, referenceNumber, refunded: 0 }, 'PAID', now, {}, isNotified)
  }

  /** Sends a notification of a status that no page of the gateway explains; the order stays as it is. */
  async reportUnknown(order: Order, isNotified: boolean): Promise<Order> {
    const body = JSON.stringify(await this.notification(order, 'DELIVERED'))
    const { referenceNumber, webhook: url } = order
    const delivery = await this.deliveries.record({ referenceNumber, url, body })
    if (isNotified) this.deliveries.announce(delivery)
    return order
  }

  /** Sends the NEW notification, as the gateway does for orders that wait for their payer. */
  async notifyCreated(order: Order): Promise<void> {
    const body = JSON.stringify(await this.notification({ ...order }, 'NEW'))
    const { referenceNumber, webhook: url } = order
    const delivery = await this.deliveries.record({ referenceNumber, url, body })
    this.deliveries.announce(delivery)
  }

  /** The body of a notification, which is also the answer to a status inquiry. */
  async notification(order: Order, orderStatus: string = order.status) {
    const amount = toPounds(order.amount)
    const paymentMethod = order.method
    const paymentRefrenceNumber = order.paidAt === null ? '' : `7${order.referenceNumber}`
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
      // Empty texts stand for what the gateway does not have.
      shippingFees: '',
      orderStatus,
      paymentMethod,
      paymentRefrenceNumber,
      ...(order.paidAt === null ? {} : { paymentTime: order.paidAt }),
      ...(order.installments === null ? {} : { installmentMonths: order.installments }),
      failureErrorCode: order.failure ? Number(order.failure.code) : '',
      failureReason: order.failure?.reason ?? '',
      orderExpiryDate: order.expiresAt,
      orderItems: [{ itemCode: 'plan', price: amount, quantity: 1 }],
      messageSignature: await sign(
        order.referenceNumber,
        order.merchantRefNumber,
        twoDecimals(amount),
        twoDecimals(amount),
        orderStatus,
        paymentMethod,
        paymentRefrenceNumber,
      ),
    }
  }

  #save(order: Order): Order {
    this.#host.put(`${PREFIX}${order.referenceNumber}`, order)
    return order
  }
}
