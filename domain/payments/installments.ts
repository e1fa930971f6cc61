import type { Piastres } from '#domain/money'

/** An instalment plan of our account at Fawry (docs/rules/money.md 3.7). */
export type InstallmentPlan = {
  /** Fawry's own id, which the charge names. */
  id: number
  bank: string
  /** The number of monthly payments. */
  months: number
  /** What the bank adds over the whole plan, in hundredths of a percent. */
  rate: number
  minAmount: Piastres | null
  maxAmount: Piastres | null
  /** The first digits of the cards that the plan is for; empty for every card. */
  cardPrefixes: string[]
}

/** Whether an order of this sum can be paid by the plan; both bounds are included. */
export const fitsSum = ({ minAmount, maxAmount }: InstallmentPlan, amount: Piastres): boolean =>
  amount > 0 && (minAmount === null || amount >= minAmount) && (maxAmount === null || amount <= maxAmount)

/**
 * Whether the plan is for a card with these first digits. The gateway shows six of them, and prefixes may be longer: then the bank
 * has the last word.
 */
export const fitsCard = ({ cardPrefixes }: InstallmentPlan, firstDigits: string): boolean =>
  cardPrefixes.length === 0 ||
  cardPrefixes.some((prefix) => firstDigits !== '' && firstDigits.startsWith(prefix.slice(0, firstDigits.length)))

/** What the bank collects each month, in piastres: the sum and the bank's rate of it, rounded down once each. */
export const monthlySum = (amount: Piastres, { months, rate }: InstallmentPlan): Piastres =>
  Math.floor((amount + Math.floor((amount * rate) / 10_000)) / months)
