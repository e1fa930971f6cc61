import { type Context, Hono } from 'hono'
import { type Desk, piastresOf, poundsOf, twoDecimals } from '../desk.ts'
import { Cards, DECLINES } from './cards.ts'
import { LOCAL_WEBHOOK, type Order, type OrderMethod, Orders } from './orders.ts'
import { MERCHANT, sign } from './signatures.ts'
import { walletQr } from './wallet-qr.ts'

/**
 * The reference-number gateway as its public pages describe it: its own reading of the wire format, so that it checks what
 * the product sends.
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
  enable3DS?: boolean
  returnUrl?: string
  installmentPlanId?: number
  paymentExpiry?: number
  orderWebHookUrl?: string
  signature?: string
}

const refusal = (statusCode: number | string, statusDescription: string) => ({
  type: 'ResponseDataModel',
  statusCode: Number(statusCode),
  statusDescription,
})
const DAY = 24 * 60 * 60_000
const INSTALLMENTS = [2, 4]

function whyNotCharge(order: ChargeRequest): ReturnType<typeof refusal> | null {
  if (order.merchantCode !== MERCHANT) return refusal(9901, 'Merchant code is missing or wrong')
  if (!order.merchantRefNum) return refusal(9944, 'Merchant reference is blank')
  if (!/^01[0125]\d{8}$/.test(order.customerMobile ?? '')) return refusal(9936, 'Customer mobile is not valid')
  if (order.currencyCode !== 'EGP') return refusal(9940, 'Currency is not supported')
  const amount = piastresOf(order.amount)
  const items = (order.chargeItems ?? []).reduce((sum, one) => sum + piastresOf(one.price) * (one.quantity ?? 0), 0)
  if (!(amount > 0) || amount !== items) return refusal(21004, 'Invalid amount')
  return null
}

/** What each way to pay signs after the common values. */
function signedTail(order: ChargeRequest): (string | number | undefined)[] {
  if (order.paymentMethod !== 'CARD') return []
  return [order.cardToken, order.cvv, order.installmentPlanId ?? order.returnUrl]
}

async function isSigned(order: ChargeRequest): Promise<boolean> {
  const { merchantCode, merchantRefNum, customerProfileId, paymentMethod, amount = 0, signature } = order
  const common = [merchantCode, merchantRefNum, customerProfileId, paymentMethod, twoDecimals(amount)]
  return signature === (await sign(...common, ...signedTail(order)))
}

/** The answer of a charge that waits for its payer. */
const accepted = (order: Order, expiry: number) => ({
  ...refusal(200, 'Operation done successfully'),
  type: 'ChargeResponse',
  referenceNumber: order.referenceNumber,
  merchantRefNumber: order.merchantRefNumber,
  orderAmount: poundsOf(order.amount),
  paymentAmount: poundsOf(order.amount),
  fawryFees: 0,
  orderStatus: 'UNPAID',
  paymentMethod: order.method,
  expirationTime: expiry,
})

/** Where a person's browser finds the stand-in's pages. */
const pagesOf = (c: Context, returnUrl: string | null | undefined) =>
  c.req.header('x-pages') ?? (returnUrl ? `${new URL(returnUrl).origin}/dev/fawry` : '/dev/fawry')

export function fawryGateway(desk: Desk): Hono {
  const orders = new Orders(desk)
  const cards = new Cards(desk)

  const open = async (wanted: ChargeRequest, method: OrderMethod): Promise<Order> => {
    const now = await desk.now()
    return orders.open({
      merchantRefNumber: String(wanted.merchantRefNum),
      customerProfileId: String(wanted.customerProfileId ?? ''),
      customerName: wanted.customerName ?? '',
      customerMobile: wanted.customerMobile ?? '',
      customerMail: wanted.customerEmail ?? '',
      method,
      installments: wanted.installmentPlanId ?? null,
      amount: piastresOf(wanted.amount),
      webhook: wanted.orderWebHookUrl ?? LOCAL_WEBHOOK,
      returnUrl: wanted.returnUrl ?? null,
      createdAt: now,
      expiresAt: wanted.paymentExpiry ?? now + DAY,
    })
  }

  const chargeCard = async (c: Context, wanted: ChargeRequest) => {
    const card = cards.find(String(wanted.customerProfileId), wanted.cardToken ?? '')
    if (!card || !/^\d{3}$/.test(wanted.cvv ?? '')) return c.json(refusal(99914, 'Invalid Card Number or CVV'))
    if (wanted.installmentPlanId !== undefined && !INSTALLMENTS.includes(wanted.installmentPlanId))
      return c.json(refusal(9929, 'Installment plan is not found'))
    const decline = DECLINES[card.number]
    if (decline?.when === 'charge') return c.json(refusal(decline.code, decline.reason))
    if (!wanted.enable3DS || !wanted.returnUrl) return c.json(refusal(9930, '3-D Secure needs a return address'))
    const order = await open(wanted, 'CARD')
    desk.put(`fawry:paying-with:${order.referenceNumber}`, card.number)
    const redirectUrl = `${pagesOf(c, wanted.returnUrl)}/3ds/${order.referenceNumber}`
    const nextAction = { type: 'THREE_D_SECURE', redirectUrl }
    return c.json({ ...refusal(200, 'Operation done successfully'), type: 'ChargeResponse', nextAction })
  }

  const charge = async (c: Context) => {
    const wanted = (await c.req.json()) as ChargeRequest
    const why = whyNotCharge(wanted)
    if (why) return c.json(why)
    if (!(await isSigned(wanted))) return c.json(refusal(9946, 'Signature does not match'))
    if (orders.findOfMerchant(String(wanted.merchantRefNum)))
      return c.json(refusal(9932, 'Duplicate merchant reference'))
    if (wanted.paymentMethod === 'CARD') return chargeCard(c, wanted)
    const isWallet = wanted.paymentMethod === 'MWALLET'
    if (!isWallet && wanted.paymentMethod !== 'PAYATFAWRY')
      return c.json(refusal(9933, 'Payment method is not supported'))
    const order = await open(wanted, isWallet ? 'MWALLET' : 'PAYATFAWRY')
    await orders.announce(order)
    const qr = isWallet ? walletQr(`${pagesOf(c, null)}/wallet/${order.referenceNumber}`, order.customerMobile) : null
    return c.json({ ...accepted(order, order.expiresAt), ...(qr === null ? {} : { walletQr: qr }) })
  }

  const status = async (c: Context) => {
    const { merchantCode = '', merchantRefNumber = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT) return c.json({ code: '9901', description: 'Wrong merchant code' }, 401)
    if (signature !== (await sign(merchantCode, merchantRefNumber)))
      return c.json({ code: '9946', description: 'Signature does not match' }, 401)
    const order = orders.findOfMerchant(merchantRefNumber)
    if (!order) return c.json({ code: '9938', description: 'Order is not found' }, 404)
    return c.json(await orders.notice(order))
  }

  const cancel = async (c: Context) => {
    const { merchantAccount, orderRefNo, lang, signature } = (await c.req.json()) as Record<string, string>
    const answer = (code: string, description: string) => ({ code, description, reason: description })
    if (merchantAccount !== MERCHANT) return c.json(answer('9901', 'Wrong merchant code'), 401)
    if (signature !== (await sign(orderRefNo, merchantAccount, lang)))
      return c.json(answer('9946', 'Signature does not match'), 401)
    const now = await desk.now()
    const order = orders.find(orderRefNo ?? '')
    if (!order) return c.json(answer('9938', 'Order is not found'), 404)
    if (order.status === 'CANCELED') return c.json(answer('9984', 'Order is canceled already'), 400)
    if (order.status !== 'UNPAID') return c.json(answer('9985', `Order is ${order.status}`), 400)
    await orders.move(order, 'CANCELED', now)
    return c.json(answer('200', 'Order is canceled'))
  }

  const refund = async (c: Context) => {
    const { merchantCode, referenceNumber, refundAmount, reason, signature } = (await c.req.json()) as Record<
      string,
      string
    >
    if (merchantCode !== MERCHANT) return c.json(refusal(9901, 'Wrong merchant code'))
    if (signature !== (await sign(merchantCode, referenceNumber, twoDecimals(Number(refundAmount)), reason)))
      return c.json(refusal(9946, 'Signature does not match'))
    const now = await desk.now()
    const order = orders.find(String(referenceNumber))
    if (!order) return c.json(refusal(9938, 'Order is not found'))
    if (order.status !== 'PAID' && order.status !== 'PARTIAL_REFUNDED')
      return c.json(refusal(9954, 'Order is not paid'))
    const refunded = order.refunded + piastresOf(refundAmount)
    if (!(refunded <= order.amount)) return c.json(refusal(9935, 'Refund amount exceeds the order'))
    // The gateway is known to send no notice of a refund that was asked for by call.
    await orders.move(order, refunded === order.amount ? 'REFUNDED' : 'PARTIAL_REFUNDED', now, { refunded }, false)
    return c.json(refusal(200, 'Operation done successfully'))
  }

  const listCards = async (c: Context) => {
    const { merchantCode = '', customerProfileId = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT || signature !== (await sign(merchantCode, customerProfileId)))
      return c.json(refusal(9946, 'Signature does not match'))
    const found = cards.of(customerProfileId).map(cards.wire)
    return c.json({ ...refusal(200, 'Operation done successfully'), type: 'CustomerTokensResponse', cards: found })
  }

  const deleteCard = async (c: Context) => {
    const { merchantCode = '', customerProfileId = '', cardToken = '', signature } = c.req.query()
    if (merchantCode !== MERCHANT || signature !== (await sign(merchantCode, customerProfileId, cardToken)))
      return c.json(refusal(9946, 'Signature does not match'))
    const card = cards.find(customerProfileId, cardToken)
    if (!card) return c.json(refusal(17011, 'Card token is not found'))
    cards.remove(card)
    return c.json(refusal(200, 'Operation done successfully'))
  }

  return new Hono()
    .post('/ECommerceWeb/Fawry/payments/charge', charge)
    .post('/ECommerceWeb/api/payments/charge', charge)
    .get('/ECommerceWeb/Fawry/payments/status/v2', status)
    .post('/ECommerceWeb/api/orders/cancel-unpaid-order', cancel)
    .post('/ECommerceWeb/Fawry/payments/refund', refund)
    .get('/ECommerceWeb/Fawry/cards/cardToken', listCards)
    .delete('/ECommerceWeb/Fawry/cards/cardToken', deleteCard)
    .get('/ECommerceWeb/api/merchant/installment-plans', (c) =>
      c.json(INSTALLMENTS.map((count) => ({ installmentPlanId: count, installmentMonths: count }))),
    )
}
