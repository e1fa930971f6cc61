/** A range of days or numbers as an address has it: `from..to`. */
const RANGE = '..'

/** The two ends of the text; either may be missing. */
export function rangeOf(text: string): { from: string; to: string } {
  const [from = '', to = ''] = text.split(RANGE)
  return { from, to }
}

export const rangeText = (from: string, to: string): string => (from || to ? `${from}${RANGE}${to}` : '')
