import { formatPiastres, type Piastres, parsePounds } from '#domain/money'

/** The runtime has it, the compiler's library does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** An amount as a JSON number with two decimals, written digit by digit: no fraction is ever computed. */
export const wireAmount = (amount: Piastres): unknown => rawJSON(formatPiastres(amount))

/** The piastres of an amount that came as a JSON number of pounds or as text; null when it is none. */
export const readAmount = (value: unknown): Piastres | null =>
  typeof value === 'number' || typeof value === 'string' ? parsePounds(String(value)) : null
