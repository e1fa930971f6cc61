import type { Provider } from '#domain/payments/methods'

export const accountKinds = ['asset', 'liability', 'income', 'expense'] as const
export type AccountKind = (typeof accountKinds)[number]

/** An account as the books know it; entries name it by its code. */
export type Account = { code: string; kind: AccountKind; ownerId: number | null; mustNotGoNegative: boolean }

const companyAccount = (code: string, kind: AccountKind): Account => ({
  code,
  kind,
  ownerId: null,
  mustNotGoNegative: false,
})

/** The chart of accounts, besides one account for each tutor (docs/rules/money.md 8.1). */
export const COMPANY_ACCOUNTS = {
  /** What a provider holds for us: paid orders less refunds and fees. */
  fawry: companyAccount('fawry', 'asset'),
  paymob: companyAccount('paymob', 'asset'),
  /** What has left our bank for tutors. */
  bank: companyAccount('bank', 'asset'),
  sales: companyAccount('sales', 'income'),
  'gateway-fees': companyAccount('gateway-fees', 'expense'),
  'tutor-pay': companyAccount('tutor-pay', 'expense'),
  /** Set aside for withdrawals that are not decided. */
  withdrawals: companyAccount('withdrawals', 'liability'),
} as const satisfies Record<string, Account>

/** What a provider holds of ours. */
export const providerAccount = (provider: Provider): Account => COMPANY_ACCOUNTS[provider]

/** What a tutor has earned and not asked for. It never goes below zero, whoever writes. */
export const tutorAccount = (tutorId: number): Account => ({
  code: `tutor:${tutorId}`,
  kind: 'liability',
  ownerId: tutorId,
  mustNotGoNegative: true,
})
