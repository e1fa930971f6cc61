/**
 * The instalment plans of the local account, as the gateway lists them: ids of its own, amounts in pounds as JSON numbers, an empty
 * text for a bound that a plan does not have, and the first digits of the cards that it is for.
 */
export const INSTALLMENT_PLANS = [
  plan(1203, 'CIB', 6, 6.5, { minAmount: 500, maxAmount: 50_000, cardPrefixes: ['411111', '512345'] }),
  plan(1204, 'CIB', 12, 12, { minAmount: 1000, maxAmount: '', cardPrefixes: ['411111', '512345'] }),
  plan(1217, 'بنك مصر', 4, 0, { minAmount: 1500, maxAmount: 20_000, cardPrefixes: ['400000'] }),
  plan(1220, 'كل البنوك', 3, 3, { minAmount: 1200, maxAmount: '', cardPrefixes: [] }),
]

type Limits = { minAmount: number; maxAmount: number | ''; cardPrefixes: string[] }

function plan(
  installmentPlanId: number,
  bankName: string,
  installmentMonths: number,
  interestRate: number,
  limits: Limits,
) {
  return { installmentPlanId, bankName, installmentMonths, interestRate, ...limits }
}

/** `amount` in piastres. */
export function isPlanFor(id: number, amount: number, cardNumber: string): boolean {
  const found = INSTALLMENT_PLANS.find(({ installmentPlanId }) => installmentPlanId === id)
  if (!found) return false
  const isInBounds = amount >= found.minAmount * 100 && (found.maxAmount === '' || amount <= found.maxAmount * 100)
  const isForCard =
    found.cardPrefixes.length === 0 || found.cardPrefixes.some((prefix) => cardNumber.startsWith(prefix))
  return isInBounds && isForCard
}

export const monthsOf = (id: number | undefined): number | null =>
  INSTALLMENT_PLANS.find(({ installmentPlanId }) => installmentPlanId === id)?.installmentMonths ?? null
