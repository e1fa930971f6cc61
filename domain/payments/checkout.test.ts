import { expect, it } from 'vitest'
import { checkoutOf } from './checkout.ts'
import { PaymentMethod } from './methods.ts'

const { Card, EWallet, BankInstallment, Fawry } = PaymentMethod
const lost = { checkout: null, provider: 'fawry', providerRefNum: '950' } as const

it('an order is paid by what the gateway returned', () => {
  const checkout = { redirectUrl: 'https://pay.test/1' }
  for (const paymentMethod of Object.values(PaymentMethod))
    for (const provider of ['fawry', 'paymob'] as const)
      expect(checkoutOf({ ...lost, checkout, provider, paymentMethod })).toEqual(checkout)
})

it('an order whose answer was lost is paid by Fawry’s number, in cash or from a wallet', () => {
  expect(checkoutOf({ ...lost, paymentMethod: Fawry })).toEqual({ referenceNumber: '950' })
  expect(checkoutOf({ ...lost, paymentMethod: EWallet })).toEqual({ referenceNumber: '950', walletQr: null })
  for (const paymentMethod of [Card, BankInstallment]) expect(checkoutOf({ ...lost, paymentMethod })).toBeNull()
  for (const paymentMethod of [Fawry, EWallet]) {
    expect(checkoutOf({ ...lost, paymentMethod, providerRefNum: null })).toBeNull()
    expect(checkoutOf({ ...lost, paymentMethod, provider: 'paymob' })).toBeNull()
  }
})
