import type { ErrorCode } from '#domain/errors'

/** How a student pays; `Fawry` is cash, paid with a reference number (docs/rules/money.md 3.1). */
export const PaymentMethod = { Card: 0, EWallet: 1, BankInstallment: 2, Fawry: 3 } as const
export type PaymentMethod = (typeof PaymentMethod)[keyof typeof PaymentMethod]

/** The payment gateways. */
export const providers = ['fawry', 'paymob'] as const
export type Provider = (typeof providers)[number]

/** A card's security code: three digits, leading zeros included (docs/rules/money.md 3.6). */
export const whyNotCvv = (cvv: string): ErrorCode | null => (/^\d{3}$/.test(cvv) ? null : 'invalid-cvv')
