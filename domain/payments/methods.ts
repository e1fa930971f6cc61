import type { ErrorCode } from '#domain/errors'

/** How a student pays; Fawry is the reference-number cash method (docs/rules/money.md 3.1). */
export const PaymentMethod = { Card: 0, EWallet: 1, BankInstallment: 2, Fawry: 3 } as const
export type PaymentMethod = (typeof PaymentMethod)[keyof typeof PaymentMethod]

/** Who takes the money for us. */
export const providers = ['fawry', 'paymob'] as const
export type Provider = (typeof providers)[number]

/** Bank instalments come in two or four payments (docs/rules/money.md 3.7). */
export const installmentPlans = [2, 4] as const
export type InstallmentPlan = (typeof installmentPlans)[number]

/** Three digits on the card's back; zeros in front count (docs/rules/money.md 3.6). */
export const whyNotCvv = (cvv: string): ErrorCode | null => (/^\d{3}$/.test(cvv) ? null : 'invalid-cvv')
