import { hours } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import type { Demo } from './demo.ts'
import type { Payment } from './subscriptions.ts'

/** The numbers by which the gateway and the marketplace know a payment of the demo. */
export const merchantNumberOf = ({ id }: Payment): string => `demo-${id}`
export const gatewayNumberOf = ({ id }: Payment): string => `${970_000_000 + id * 7_919}`

/** In the gateway's words; instalments are a card's. */
const METHODS: Record<PaymentMethod, 'CARD' | 'MWALLET' | 'PAYATFAWRY'> = {
  [PaymentMethod.Card]: 'CARD',
  [PaymentMethod.BankInstallment]: 'CARD',
  [PaymentMethod.EWallet]: 'MWALLET',
  [PaymentMethod.Fawry]: 'PAYATFAWRY',
} as const

/** What the gateway must have in its book, so that the payments of the demo can be asked about and given back. */
export const gatewayOrdersOf = ({ paying, students }: Demo) =>
  paying.payments
    .filter(({ status }) => status === TransactionStatus.Paid)
    .map((payment) => ({
      referenceNumber: gatewayNumberOf(payment),
      merchantRefNumber: merchantNumberOf(payment),
      customerProfileId: String(payment.userId),
      amount: payment.amount,
      method: METHODS[payment.method],
      customerName: students.find(({ id }) => id === payment.userId)?.name ?? '',
      createdAt: payment.at,
      paidAt: payment.at,
      expiresAt: payment.at + hours(24),
    }))
