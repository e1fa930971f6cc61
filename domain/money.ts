import { latinDigits } from './digits.ts'

/** A hundredth of a pound: 10.01 EGP is 1001. Money is an integer everywhere (docs/rules/money.md 1.1). */
export type Piastres = number
/** Hundredths of a percent: 10 % is 1000, everything is 10000. */
export type ScaledPercent = number

export const FULL_PERCENT: ScaledPercent = 100_00

/**
 * The one place that rounds: `amount * numerator / denominator`, down to a whole number. All three are integers;
 * exact while the product is a safe integer: percentages of up to nine thousand million pounds.
 */
export const shareOf = (amount: number, numerator: number, denominator: number): number =>
  Math.floor((amount * numerator) / denominator)

/** What is left of an amount when a percentage is taken off, in piastres, rounded down. */
export const lessPercent = (amount: Piastres, percent: ScaledPercent): Piastres =>
  shareOf(amount, FULL_PERCENT - percent, FULL_PERCENT)

/** `10.01` for 1001, by digits alone: no fraction is ever computed. Latin digits, no grouping; the wire form of providers. */
export function formatPiastres(amount: Piastres): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const AMOUNT = /^(\d+|\d{1,3}(?:[,\u066c]\d{3})+)(?:[.\u066b](\d{1,2}))?$/

/**
 * The piastres that a person or a provider wrote as pounds, null when it is no amount. Arabic digits and separators are
 * read like Latin ones; a third decimal is refused, since nobody can pay it.
 */
export function parsePounds(text: string): Piastres | null {
  const [, whole, fraction = ''] = AMOUNT.exec(latinDigits(text.trim())) ?? []
  if (whole === undefined) return null
  const amount = Number(whole.replace(/\D/g, '') + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}
