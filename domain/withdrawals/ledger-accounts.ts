import type { Provider } from '#domain/payments/methods'

export const accountKinds = ['asset', 'liability', 'income', 'expense'] as const
export type AccountKind = (typeof accountKinds)[number]

/** An account of the ledger; entries refer to it by its code. */
export type Account = { code: string; kind: AccountKind; ownerId: number | null; mustNotGoNegative: boolean }

const companyAccount = (code: string, kind: AccountKind): Account => ({
  code,
  kind,
  ownerId: null,
  mustNotGoNegative: false,
})

/** The chart of accounts, besides one account for each tutor (docs/rules/money.md 8.1). */
export const COMPANY_ACCOUNTS = {
  /** The money that the gateway holds for us: paid orders minus refunds and fees. */
  fawry: companyAccount('fawry', 'asset'),
  paymob: companyAccount('paymob', 'asset'),
  /** The money paid out to tutors from the bank. */
  bank: companyAccount('bank', 'asset'),
  /** The money paid out to tutors by Paymob Payouts. */
  payouts: companyAccount('payouts', 'asset'),
  sales: companyAccount('sales', 'income'),
  'gateway-fees': companyAccount('gateway-fees', 'expense'),
  'tutor-pay': companyAccount('tutor-pay', 'expense'),
  /** Reserved for pending withdrawal requests. */
  withdrawals: companyAccount('withdrawals', 'liability'),
} as const satisfies Record<string, Account>

/** The account of the money that a gateway holds for us. */
export const providerAccount = (provider: Provider): Account => COMPANY_ACCOUNTS[provider]

/** The account of a tutor's earnings that are not withdrawn. A database trigger prevents a negative balance. */
export const tutorAccount = (tutorId: number): Account => ({
  code: `tutor:${tutorId}`,
  kind: 'liability',
  ownerId: tutorId,
  mustNotGoNegative: true,
})
