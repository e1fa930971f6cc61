import { latinDigits } from './digits.ts'

/** A hundredth of an Egyptian pound: 10.01 EGP is 1001. Money is an integer everywhere (docs/rules/money.md 1.1). */
export type Piastres = number
/** Hundredths of a percent: 10 % is 1000, 100 % is 10000. */
export type ScaledPercent = number

export const FULL_PERCENT: ScaledPercent = 100_00

/**
 * `amount * numerator / denominator`, rounded down; the only place where money is rounded. The arguments are integers; the
 * result is exact as long as the product is a safe integer, which for percentages holds up to 9 000 million pounds.
 */
export const shareOf = (amount: number, numerator: number, denominator: number): number =>
  Math.floor((amount * numerator) / denominator)

/** The amount reduced by a percentage, in piastres, rounded down. */
export const lessPercent = (amount: Piastres, percent: ScaledPercent): Piastres =>
  shareOf(amount, FULL_PERCENT - percent, FULL_PERCENT)

/**
 * `10.01` for 1001: Latin digits without grouping, the format of the gateways. Built from the digits, because a
 * floating-point division could round.
 */
export function formatPiastres(amount: Piastres): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const AMOUNT = /^(\d+|\d{1,3}(?:[,\u066c]\d{3})+)(?:[.\u066b](\d{1,2}))?$/

/**
 * The piastres of an amount in pounds written by a user or a gateway; null for a text that is not an amount. Arabic digits
 * and separators are accepted. A third decimal is refused, because a piastre is the smallest unit.
 */
export function parsePounds(text: string): Piastres | null {
  const [, whole, fraction = ''] = AMOUNT.exec(latinDigits(text.trim())) ?? []
  if (whole === undefined) return null
  const amount = Number(whole.replace(/\D/g, '') + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}
