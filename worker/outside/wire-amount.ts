import { formatPiastres, type Piastres, parsePounds } from '#domain/money'

declare global {
  interface JSON {
    /** Supported by workerd, but not yet declared in TypeScript's library. */
    rawJSON(text: string): unknown
  }
}

/**
 * An amount in pounds as a JSON number with two decimals, built from digits, because a floating-point division could round.
 */
export const wireAmount = (amount: Piastres): unknown => JSON.rawJSON(formatPiastres(amount))

/** The piastres of an amount in pounds, given as a JSON number or as text; null for anything else. */
export const readAmount = (value: unknown): Piastres | null =>
  typeof value === 'number' || typeof value === 'string' ? parsePounds(String(value)) : null
