import { PaymentMethod, type Provider } from './methods.ts'

/** What the student needs to pay an order, as the gateway returned it. */
export type Checkout = {
  redirectUrl?: string
  referenceNumber?: string
  walletQr?: string | null
  /** The number whose wallet was asked. */
  walletPhone?: string
}

type Payable = {
  checkout: Checkout | null
  provider: Provider
  providerRefNum: string | null
  paymentMethod: PaymentMethod
}

/**
 * What a student needs to pay an order; null if unknown. The gateway's number is enough for cash and for a wallet, so an
 * order whose charge answer was lost can be paid as soon as its number is stored (docs/rules/money.md 3.11).
 */
export function checkoutOf({ checkout, provider, providerRefNum, paymentMethod }: Payable): Checkout | null {
  if (checkout !== null) return checkout
  if (provider !== 'fawry' || providerRefNum === null) return null
  if (paymentMethod === PaymentMethod.Fawry) return { referenceNumber: providerRefNum }
  return paymentMethod === PaymentMethod.EWallet ? { referenceNumber: providerRefNum, walletQr: null } : null
}
