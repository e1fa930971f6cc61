import { hours } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import type { Demo } from './demo.ts'
import type { Payment } from './subscriptions.ts'

/** The numbers by which the gateway and the marketplace know a payment of the demo. */
export const merchantNumberOf = ({ id }: Payment): string => `demo-${id}`
export const gatewayNumberOf = ({ id }: Payment): string => `${970_000_000 + id * 7_919}`

/** The gateway's name of each method; instalments are paid with a card. */
const METHODS: Record<PaymentMethod, 'CARD' | 'MWALLET' | 'PAYATFAWRY'> = {
  [PaymentMethod.Card]: 'CARD',
  [PaymentMethod.BankInstallment]: 'CARD',
  [PaymentMethod.EWallet]: 'MWALLET',
  [PaymentMethod.Fawry]: 'PAYATFAWRY',
} as const

/** Orders to import into the gateway's stand-in, so that the demo's payments have a status there and can be refunded. */
export const gatewayOrdersOf = ({ sales, students }: Demo) =>
  sales.payments
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
