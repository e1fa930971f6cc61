export type CsvValue = string | number | boolean | null | undefined

/** Excel takes a file for UTF-8 by this mark alone. */
export const BOM = '\uFEFF'

/** A spreadsheet runs such a cell as a formula; tab and carriage return may stand before one. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // A number of ours is no formula, and stays one that can be added up.
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file, RFC 4180 (docs/rules/staff.md 1.4). */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`
