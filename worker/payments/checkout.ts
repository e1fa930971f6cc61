import type { Checkout } from '#db/schema/transactions'
import { PaymentMethod } from '#domain/payments/methods'
import type { Transaction } from './load-order.ts'

type PayableColumns = Pick<Transaction, 'checkout' | 'provider' | 'providerRefNum' | 'paymentMethod'>

/**
 * What a student needs to pay an order; null where it is not known, or never was. The gateway's number alone is enough for
 * cash and for a wallet, so that an order whose charge answer was lost can be paid as soon as its number is heard of
 * (docs/rules/money.md 3.11).
 */
export function checkoutOf({ checkout, provider, providerRefNum, paymentMethod }: PayableColumns): Checkout | null {
  if (checkout !== null) return checkout
  if (provider !== 'fawry' || providerRefNum === null) return null
  if (paymentMethod === PaymentMethod.Fawry) return { referenceNumber: providerRefNum }
  return paymentMethod === PaymentMethod.EWallet ? { referenceNumber: providerRefNum, walletQr: null } : null
}
