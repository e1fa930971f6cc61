import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bindings } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { parseNotification, parseOrderStatus } from '../../worker/outside/fawry/notification.ts'
import { isCallbackSigned, reportOf } from '../../worker/outside/paymob/callback.ts'
import { readAmount, wireAmount } from '../../worker/outside/wire-amount.ts'
import { ownUpdate } from '../../worker/payments/gateway.ts'

const KEY = localKeys.FAWRY_SECURE_KEY
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The example of the gateway’s documentation, with our key. */
const notification = {
  requestId: 'c72827d084ea4b88949d91dd2db4996e',
  fawryRefNumber: '970177',
  merchantRefNumber: '9708f1cea8b5426cb57922df51b7f790',
  customerMerchantId: '12',
  paymentAmount: 580.5,
  orderAmount: 580.5,
  fawryFees: 5,
  orderStatus: 'PAID',
  paymentMethod: 'PAYATFAWRY',
  paymentRefrenceNumber: '7712',
}
const text = `9701779708f1cea8b5426cb57922df51b7f790580.50580.50PAIDPAYATFAWRY7712${KEY}`

describe('an amount on the wire', () => {
  it('is written and read digit by digit, without rounding', () => {
    const written = [0, 1, 9, 10, 99, 100, 101, 58_055, 60_050, 1_000_000_01, 9_007_199_254_740_991]
    for (const piastres of written) {
      const json = JSON.stringify({ amount: wireAmount(piastres) })
      expect(json).toMatch(/^\{"amount":\d+\.\d\d\}$/)
      expect(readAmount(/[\d.]+/.exec(json)?.[0])).toBe(piastres)
    }
    expect(JSON.stringify(wireAmount(110))).toBe('1.10')
    expect([580.5, 580.55, 1, '1.10', 0.1].map(readAmount)).toEqual([58_050, 58_055, 100, 110, 10])
    expect([1e21, -1, Number.NaN, 0.001, '1e3', null, {}].map(readAmount)).toEqual(Array(7).fill(null))
  })
})

describe('a Fawry notification', () => {
  it('is verified by its signature over the raw values, amounts with two decimals', () => {
    const signed = { ...notification, messageSignature: sha256(text) }
    expect(parseNotification(bindings, signed)).toMatchObject({
      reference: '970177',
      orderAmount: 58_050,
      event: 'pay',
      method: 3,
      fees: 500,
      customerId: '12',
    })
    expect(parseNotification(bindings, { ...signed, messageSignature: sha256(text).toUpperCase() })).not.toBeNull()
    expect(parseNotification(bindings, { ...signed, messageSignature: sha256(`${text} `) })).toBeNull()
    expect(parseNotification(bindings, notification)).toBeNull()
  })

  it('may lack the payment reference, and have its reference number as a JSON number', () => {
    const { paymentRefrenceNumber: _, ...withoutPaymentReference } = notification
    const signature = sha256(text.replace('7712', '').replace('970177', '970178'))
    expect(
      parseNotification(bindings, { ...withoutPaymentReference, fawryRefNumber: 970178, messageSignature: signature }),
    ).not.toBeNull()
  })

  it('accepts the older spellings of statuses and methods', () => {
    const signature = sha256(text.replace('PAIDPAYATFAWRY', 'CANCELLEDMobile Wallet'))
    const old = {
      ...notification,
      orderStatus: 'CANCELLED',
      paymentMethod: 'Mobile Wallet',
      messageSignature: signature,
    }
    expect(parseNotification(bindings, old)).toMatchObject({ event: 'cancel', method: 1 })
  })

  it('counts as the merchant’s fee only what the student did not pay on top of the order', () => {
    const answer = { ...notification, paymentAmount: 583, fawryFees: 5 }
    expect(parseOrderStatus(bindings, answer)).toMatchObject({ paymentAmount: 58_300, fees: 250 })
  })

  it('is refused as an answer to an inquiry, too, when its signature is invalid', () => {
    expect(parseOrderStatus(bindings, { ...notification, messageSignature: 'x' })).toBeNull()
    expect(parseOrderStatus(bindings, { ...notification, orderAmount: 'much' })).toBeNull()
  })
})

describe('a Paymob callback', () => {
  const transaction = {
    amount_cents: 100,
    created_at: '2020-03-25T18:39:44.719228',
    currency: 'EGP',
    error_occured: false,
    has_parent_transaction: false,
    id: 2_556_706,
    integration_id: 6741,
    is_3d_secure: true,
    is_auth: false,
    is_capture: false,
    is_refunded: false,
    is_standalone_payment: true,
    is_voided: false,
    order: { id: 4_778_239, merchant_order_id: null },
    owner: 4705,
    pending: false,
    source_data: { pan: '2346', sub_type: 'MasterCard', type: 'card' },
    success: true,
  }
  /** The example of the provider’s documentation. */
  const example =
    '1002020-03-25T18:39:44.719228EGPfalsefalse25567066741truefalsefalsefalsetruefalse47782394705false2346MasterCardcardtrue'
  const hmac = createHmac('sha512', localKeys.PAYMOB_HMAC_SECRET).update(example).digest('hex')

  it('is verified by its signature over twenty values in order', () => {
    expect(isCallbackSigned(bindings, transaction, hmac)).toBe(true)
    expect(isCallbackSigned(bindings, transaction, hmac.toUpperCase())).toBe(true)
    expect(isCallbackSigned(bindings, { ...transaction, amount_cents: 101 }, hmac)).toBe(false)
    for (const wrong of ['', 'zz', hmac.slice(2), `${hmac}00`])
      expect(isCallbackSigned(bindings, transaction, wrong)).toBe(false)
  })

  it('of a refunded payment is read as a refund, although it also reports success', () => {
    expect(reportOf(transaction).event).toBe('pay')
    expect(reportOf({ ...transaction, pending: true }).event).toBe('accept')
    expect(reportOf({ ...transaction, success: false }).event).toBe('refuse')
    expect(reportOf({ ...transaction, is_voided: true }).event).toBe('void')
    expect(reportOf({ ...transaction, is_refunded: true, refunded_amount_cents: 100 }).event).toBe('refund')
    expect(reportOf({ ...transaction, refunded_amount_cents: 40 })).toEqual({
      event: 'refund-part',
      refundedTotal: 40,
    })
  })
})

describe('what a provider says of an order', () => {
  const tx = { providerRefNum: '931' } as Parameters<typeof ownUpdate>[0]
  const update = (reference: string | null) =>
    ({ report: { event: 'refund', refundedTotal: null }, reference }) as const

  it('is of its own payment where it names that one or none; a second payment’s refund is not the first one’s', () => {
    for (const own of [update('931'), update(null)]) expect(ownUpdate(tx, own)).toBe(own)
    for (const other of [update('932'), null]) expect(ownUpdate(tx, other)).toBeNull()
  })
})
