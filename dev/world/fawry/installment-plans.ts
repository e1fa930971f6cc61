import { MERCHANT } from './signatures.ts'

/**
 * The instalment plans of the local account, as the gateway lists them: each within an entry, whose id is another one than the
 * plan's; amounts in pounds as JSON numbers, an empty text for a bound that a plan does not have, and the first digits of the
 * cards that it is for.
 */
export const INSTALLMENT_PLANS = [
  entryOf(1203, 'CIB', 6, 6.5, { minAmount: 500, maxAmount: 50_000, pans: ['411111', '512345'] }),
  entryOf(1204, 'CIB', 12, 12, { minAmount: 1000, maxAmount: '', pans: ['411111', '512345'] }),
  entryOf(1217, 'بنك مصر', 4, 0, { minAmount: 1500, maxAmount: 20_000, pans: ['400000'] }),
  entryOf(1220, 'كل البنوك', 3, 3, { minAmount: 1200, maxAmount: '', pans: [] }),
]

type Limits = { minAmount: number; maxAmount: number | ''; pans: string[] }

function entryOf(
  planId: number,
  bankName: string,
  noOfMonths: number,
  rate: number,
  { minAmount, maxAmount, pans }: Limits,
) {
  const named = (id: number, nameEn: string, nameAr = nameEn) => ({ id, nameEn, nameAr, code: String(id) })
  const bank = { ...named(planId % 100, bankName), swfCode: '' }
  return {
    id: planId - 1000,
    installmentPlan: {
      id: planId,
      nameAr: `${noOfMonths} شهور`,
      nameEn: `${noOfMonths} months`,
      rate,
      noOfMonths,
      merchantProfileCode: MERCHANT,
      minAmount,
      maxAmount,
      startDate: Date.UTC(2024, 0, 1),
      endDate: Date.UTC(2034, 0, 1),
      online: true,
      status: named(1, 'Active', 'نشط'),
      accountType: { ...named(planId % 100, bankName), bank, pans },
      type: 'BANK',
    },
    applyTo: 'ALL',
    products: [],
    productsCodes: [],
    variants: [],
    categories: [],
    requiredItemsValidation: false,
  }
}

const find = (planId: number | undefined) =>
  INSTALLMENT_PLANS.find(({ installmentPlan }) => installmentPlan.id === planId)?.installmentPlan

/** `amount` in piastres. */
export function isPlanFor(id: number, amount: number, cardNumber: string): boolean {
  const found = find(id)
  if (!found) return false
  const { minAmount, maxAmount, accountType } = found
  const isInBounds = amount >= minAmount * 100 && (maxAmount === '' || amount <= maxAmount * 100)
  const { pans } = accountType
  return isInBounds && (pans.length === 0 || pans.some((prefix) => cardNumber.startsWith(prefix)))
}

export const monthsOf = (id: number | undefined): number | null => find(id)?.noOfMonths ?? null
