import { type Instant, toIso, wallTime } from './cairo.ts'

export type CsvValue = string | number | boolean | null | undefined

/** Excel takes a file for UTF-8 by this mark alone. */
export const BOM = '\uFEFF'

/**
 * A spreadsheet runs such a cell as a formula, also by the wide and small signs of East Asian keyboards; blanks, tabs, line breaks and
 * marks that show nothing may stand before one, and are dropped when the cell is read. Where lists are separated by a semicolon, as with
 * Egypt's settings, a cell begins after each of them, and where by tabs after those.
 */
const FORMULA = /(^|[;\t])([\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212])|^(?=[\t\r\n])/gu

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // A number of ours is no formula, and stays one that can be added up.
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = text.replace(FORMULA, "$1'$2")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A phone, an account or a reference number: as a number, a spreadsheet would drop its zeros and round its last digits. */
const DIGITS = /^\+?\d+$/
const asText = (value: CsvValue): string =>
  typeof value === 'string' && DIGITS.test(value) ? `"=""${value}"""` : cellOf(value)

/** The time in Cairo as spreadsheets read it, `2026-11-24 19:30:00`. It says no offset: the heading of its column does. */
export const csvTime = (at: Instant): string => toIso(wallTime(at)).slice(0, 19).replace('T', ' ')

/** One line of a file that is opened in a spreadsheet: digits that are text stay text (docs/rules/staff.md 1.4). */
export const spreadsheetLine = (values: readonly CsvValue[]): string => `${values.map(asText).join(',')}\r\n`

/** One line of a CSV file that programs read, RFC 4180. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`
