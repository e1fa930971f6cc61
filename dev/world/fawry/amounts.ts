/** Amounts as the gateway's JSON has them: pounds, with up to two decimals. The stand-in stores whole piastres. */

/** An amount with two decimals, as signatures contain it; built from its digits to avoid rounding. */
export function twoDecimals(amount: number): string {
  const [whole = '0', fraction = ''] = String(amount).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Pounds to piastres; NaN for a third decimal. */
export function parsePounds(amount: unknown): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount))
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : Number.NaN
}

/** Piastres to pounds. */
export const toPounds = (piastres: number): number =>
  Number(`${Math.floor(piastres / 100)}.${String(piastres % 100).padStart(2, '0')}`)
