import { type Context, Hono } from 'hono'
import { withFaults } from '../faults.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { parsePounds, toPounds, twoDecimals } from './amounts.ts'
import { ASKS_PASSWORD, Cards, DECLINES } from './cards.ts'
import { INSTALLMENT_PLANS, isPlanFor, monthsOf } from './installment-plans.ts'
import { LOCAL_WEBHOOK, type Order, type OrderMethod, Orders } from './orders.ts'
import { MERCHANT, sign } from './signatures.ts'
import { walletQr } from './wallet-qr.ts'

/**
 * The API of the reference-number gateway, by its public documentation. It shares no code with the product's client, so
 * that it refuses the product's mistakes as the real gateway would.
 */

type ChargeRequest = {
  merchantCode?: string
  merchantRefNum?: number | string
  customerProfileId?: number | string
  customerName?: string
  customerMobile?: string
  customerEmail?: string
  paymentMethod?: string
  amount?: number
  currencyCode?: string
  language?: string
  chargeItems?: { itemId?: string; price?: number; quantity?: number }[]
  description?: string
  cardToken?: string
  cvv?: string
  debitMobileWalletNo?: string
  enable3DS?: boolean
  returnUrl?: string
  installmentPlanId?: number
  paymentExpiry?: number
  orderWebHookUrl?: string
  signature?: string
}

const statusBody = (statusCode: number | string, statusDescription: string) => ({
  type: 'ResponseDataModel',
  statusCode: Number(statusCode),
  statusDescription,
})
const DAY = 24 * 60 * 60_000

function whyNotCharge(order: ChargeRequest): ReturnType<typeof statusBody> | null {
  if (order.merchantCode !== MERCHANT) return statusBody(9901, 'Merchant code is missing or wrong')
  if (!order.merchantRefNum) return statusBody(9944, 'Merchant reference is blank')
  if (!/^01[0125]\d{8}$/.test(order.customerMobile ?? '')) return statusBody(9936, 'Customer mobile is not valid')
  if (order.currencyCode !== 'EGP') return statusBody(9940, 'Currency is not supported')
  const amount = parsePounds(order.amount)
  const items = (order.chargeItems ?? []).reduce((sum, one) => sum + parsePounds(one.price) * (one.quantity ?? 0), 0)
  if (!(amount > 0) || amount !== items) return statusBody(21004, 'Invalid amount')
  return null
}

/** The values that a payment method adds to the common signed ones. */
function signedMethodFields(order: ChargeRequest): (string | number | undefined)[] {
  if (order.paymentMethod === 'MWALLET') return [order.debitMobileWalletNo]
  if (order.paymentMethod !== 'CARD') return []
  return [order.cardToken, order.cvv, order.installmentPlanId ?? order.returnUrl]
}

async function hasValidSignature(order: ChargeRequest): Promise<boolean> {
  const { merchantCode, merchantRefNum, customerProfileId, paymentMethod, amount = 0, signature } = order
  const common = [merchantCode, merchantRefNum, customerProfileId, paymentMethod, twoDecimals(amount)]
  return signature === (await sign(...common, ...signedMethodFields(order)))
}

/** The answer to a charge that still requires an action of the payer, or is paid at once, signed as the gateway signs it. */
async function acceptedBody(order: Order) {
  const { referenceNumber, merchantRefNumber, method, customerMail, customerMobile, expiresAt } = order
  const amount = toPounds(order.amount)
  const [fees, orderStatus] = [0, order.status === 'PAID' ? 'PAID' : 'UNPAID']
  const amounts = [twoDecimals(amount), twoDecimals(amount)]
  const payer = [customerMail, customerMobile]
  return {
    ...statusBody(200, 'Operation done successfully'),
    type: 'ChargeResponse',
    referenceNumber,
    merchantRefNumber,
    orderAmount: amount,
    paymentAmount: amount,
    fawryFees: fees,
    orderStatus,
    paymentMethod: method,
    expirationTime: expiresAt,
    customerMobile,
    customerMail,
    customerProfileId: order.customerProfileId,
    signature: await sign(
      referenceNumber,
      merchantRefNumber,
      ...amounts,
      orderStatus,
      method,
      twoDecimals(fees),
      ...payer,
    ),
  }
}

/** The address of the stand-in's pages for the payer's browser. */
const pagesUrl = (c: Context, returnUrl: string | null | undefined) =>
  c.req.header('x-pages') ?? (returnUrl ? `${new URL(returnUrl).origin}/dev/fawry` : '/dev/fawry')

export function fawryGateway(host: StandInHost): Hono {
  const orders = new Orders(host)
  const cards = new Cards(host)

  const createOrder = async (request: ChargeRequest, method: OrderMethod): Promise<Order> => {
    const now = await host.now()
    return orders.create({
      merchantRefNumber: String(request.merchantRefNum),
      customerProfileId: String(request.customerProfileId ?? ''),
      customerName: request.customerName ?? '',
      customerMobile: request.debitMobileWalletNo ?? request.customerMobile ?? '',
      customerMail: request.customerEmail ?? '',
      method,
      installments: monthsOf(request.installmentPlanId),
      amount: parsePounds(request.amount),
      webhook: request.orderWebHookUrl ?? LOCAL_WEBHOOK,
      returnUrl: request.returnUrl ?? null,
      createdAt: now,
      expiresAt: request.paymentExpiry ?? now + DAY,
    })
  }

  /** Charged without its owner: no security number, no page of the bank; every declined card is declined at once. */
  const chargeWithoutOwner = async (c: Context, request: ChargeRequest, number: string) => {
    const decline = DECLINES[number]
    if (decline) return c.json(statusBody(decline.code, decline.reason))
    const order = await createOrder(request, 'CARD')
    if (number === ASKS_PASSWORD) {
      const nextAction = {
        type: 'THREE_D_SECURE',
        redirectUrl: `${pagesUrl(c, order.webhook)}/3ds/${order.referenceNumber}`,
      }
      return c.json({ ...statusBody(200, 'Operation done successfully'), type: 'ChargeResponse', nextAction })
    }
    const paid = await orders.changeStatus(order, 'PAID', await host.now())
    return c.json(await acceptedBody(paid))
  }

  const chargeCard = async (c: Context, request: ChargeRequest) => {
    const card = cards.find(String(request.customerProfileId), request.cardToken ?? '')
    if (card && request.cvv === undefined && !request.enable3DS) return chargeWithoutOwner(c, request, card.number)
    if (!card || !/^\d{3}$/.test(request.cvv ?? '')) return c.json(statusBody(99914, 'Invalid Card Number or CVV'))
    const { installmentPlanId } = request
    if (installmentPlanId !== undefined && !isPlanFor(installmentPlanId, parsePounds(request.amount), card.number))
      return c.json(statusBody(9929, 'Installment plan is not found'))
    const decline = DECLINES[card.number]
    if (decline?.when === 'charge') return c.json(statusBody(decline.code, decline.reason))
    if (!request.enable3DS || !request.returnUrl) return c.json(statusBody(9930, '3-D Secure needs a return address'))
    const order = await createOrder(request, 'CARD')
    host.put(`fawry:paying-with:${order.referenceNumber}`, card.number)
    const redirectUrl = `${pagesUrl(c, request.returnUrl)}/3ds/${order.referenceNumber}`
    const nextAction = { type: 'THREE_D_SECURE', redirectUrl }
    return c.json({ ...statusBody(200, 'Operation done successfully'), type: 'ChargeResponse', nextAction })
  }

  const charge = async (c: Context) => {
    const request = (await c.req.json()) as ChargeRequest
    const refusal = whyNotCharge(request)
    if (refusal) return c.json(refusal)
    if (!(await hasValidSignature(request))) return c.json(statusBody(9946, 'Signature does not match'))
    if (orders.findByMerchantNumber(String(request.merchantRefNum)))
      return c.json(statusBody(9932, 'Duplicate merchant reference'))
    if (request.paymentMethod === 'CARD') return chargeCard(c, request)
    const isWallet = request.paymentMethod === 'MWALLET'
    const { debitMobileWalletNo: wallet } = request
    if (wallet !== undefined && !/^01[0125]\d{8}$/.test(wallet))
      return c.json(statusBody(9936, 'Debit mobile wallet number is not valid'))
    if (!isWallet && request.paymentMethod !== 'PAYATFAWRY')
      return c.json(statusBody(9933, 'Payment method is not supported'))
    const order = await createOrder(request, isWallet ? 'MWALLET' : 'PAYATFAWRY')
    await orders.notifyCreated(order)
    // With a number the wallet is asked on its phone; without one its owner scans a code.
    const isScanned = isWallet && wallet === undefined
    const qr = isScanned ? { walletQr: walletQr(`${pagesUrl(c, null)}/wallet/${order.referenceNumber}`) } : {}
    return c.json({ ...(await acceptedBody(order)), ...qr })
  }

  const status = async (c: Context) => {
    const { merchantCode = '', merchantRefNumber = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT) return c.json({ code: '9901', description: 'Wrong merchant code' }, 401)
    if (signature !== (await sign(merchantCode, merchantRefNumber)))
      return c.json({ code: '9946', description: 'Signature does not match' }, 401)
    const now = await host.now()
    const order = await orders.current(orders.findByMerchantNumber(merchantRefNumber), now)
    if (!order) return c.json({ code: '9938', description: 'Order is not found' }, 404)
    return c.json(await orders.notification(order))
  }

  const cancel = async (c: Context) => {
    const { merchantAccount, orderRefNo, lang, signature } = (await c.req.json()) as Record<string, string>
    const answer = (code: string, description: string) => ({ code, description, reason: description })
    if (merchantAccount !== MERCHANT) return c.json(answer('9901', 'Wrong merchant code'), 401)
    if (signature !== (await sign(orderRefNo, merchantAccount, lang)))
      return c.json(answer('9946', 'Signature does not match'), 401)
    const now = await host.now()
    const order = await orders.current(orders.find(orderRefNo ?? ''), now)
    if (!order) return c.json(answer('9938', 'Order is not found'), 404)
    if (order.status === 'CANCELED') return c.json(answer('9984', 'Order is canceled already'), 400)
    if (order.status !== 'UNPAID') return c.json(answer('9985', `Order is ${order.status}`), 400)
    await orders.changeStatus(order, 'CANCELED', now)
    return c.json(answer('200', 'Order is canceled'))
  }

  const refund = async (c: Context) => {
    const { merchantCode, referenceNumber, refundAmount, reason, signature } = (await c.req.json()) as Record<
      string,
      string
    >
    if (merchantCode !== MERCHANT) return c.json(statusBody(9901, 'Wrong merchant code'))
    if (signature !== (await sign(merchantCode, referenceNumber, twoDecimals(Number(refundAmount)), reason)))
      return c.json(statusBody(9946, 'Signature does not match'))
    const now = await host.now()
    const order = orders.find(String(referenceNumber))
    if (!order) return c.json(statusBody(9938, 'Order is not found'))
    if (order.status !== 'PAID' && order.status !== 'PARTIAL_REFUNDED')
      return c.json(statusBody(9954, 'Order is not paid'))
    const refunded = order.refunded + parsePounds(refundAmount)
    if (!(refunded <= order.amount)) return c.json(statusBody(9935, 'Refund amount exceeds the order'))
    // The gateway sends no notification of a refund that was requested through its API.
    await orders.changeStatus(
      order,
      refunded === order.amount ? 'REFUNDED' : 'PARTIAL_REFUNDED',
      now,
      { refunded },
      false,
    )
    return c.json(statusBody(200, 'Operation done successfully'))
  }

  const listCards = async (c: Context) => {
    const { merchantCode = '', customerProfileId = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT || signature !== (await sign(merchantCode, customerProfileId)))
      return c.json(statusBody(9946, 'Signature does not match'))
    return c.json({
      ...statusBody(200, 'Operation done successfully'),
      type: 'CustomerTokensResponse',
      cards: cards.list(customerProfileId).map(cards.toWire),
    })
  }

  const deleteCard = async (c: Context) => {
    const { merchantCode = '', customerProfileId = '', cardToken = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT || signature !== (await sign(merchantCode, customerProfileId, cardToken)))
      return c.json(statusBody(9946, 'Signature does not match'))
    const card = cards.find(customerProfileId, cardToken)
    if (!card) return c.json(statusBody(17011, 'Card token is not found'))
    cards.remove(card)
    return c.json(statusBody(200, 'Operation done successfully'))
  }

  return new Hono()
    .use('/ECommerceWeb/*', withFaults(host, 'fawry'))
    .post('/ECommerceWeb/Fawry/payments/charge', charge)
    .post('/ECommerceWeb/api/payments/charge', charge)
    .get('/ECommerceWeb/Fawry/payments/status/v2', status)
    .post('/ECommerceWeb/api/orders/cancel-unpaid-order', cancel)
    .post('/ECommerceWeb/Fawry/payments/refund', refund)
    .get('/ECommerceWeb/Fawry/cards/cardToken', listCards)
    .delete('/ECommerceWeb/Fawry/cards/cardToken', deleteCard)
    .get('/ECommerceWeb/api/merchant/installment-plans', (c) =>
      c.req.query('accountNumber') === MERCHANT
        ? c.json(INSTALLMENT_PLANS)
        : c.json(statusBody(9901, 'Merchant code is missing or wrong')),
    )
}
