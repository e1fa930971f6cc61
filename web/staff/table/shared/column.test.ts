import { describe, expect, it } from 'vitest'
import { spreadsheetLine } from '#domain/csv'
import { dataTable } from '#messages/data-table'
import { column } from './column.tsx'

/** By a name that TypeScript does not follow: SheetJS declares all formats, and three functions are used here. */
const SHEETS: string = '@e965/xlsx'
type Sheet = {
  read: (text: string, options: object) => { Sheets: { Sheet1: object } }
  utils: { sheet_to_json: (sheet: object, options: object) => unknown[][] }
}
const { read, utils } = (await import(SHEETS)) as Sheet

type Row = { amount: number | null; at: string | null; state: 0 | 1 | null; name: string | null; isDone: boolean }

const row: Row = { amount: 12_345, at: '2026-03-01T10:00:00.000Z', state: 1, name: 'سلمى', isDone: true }
const missing: Row = { amount: null, at: null, state: null, name: null, isDone: false }

const words = { 0: 'جديد', 1: 'اتدفع' }
const columns = {
  money: column.money('amount', 'المبلغ', ({ amount }: Row) => amount),
  moment: column.moment('at', 'الوقت', ({ at }: Row) => at),
  state: column.enum('state', 'الحالة', ({ state }: Row) => state, words, { tones: { 0: 'warning', 1: 'success' } }),
  person: column.person('who', 'مين', ({ name }: Row) => ({ id: 7, name })),
  done: column.yesNo('done', 'خلص', ({ isDone }: Row) => isDone),
}

describe('the columns of lists', () => {
  it('export words and pounds, never codes and piastres', () => {
    expect(columns.money.csv?.(row)).toBe(123.45)
    expect(columns.moment.csv?.(row)).toBe('2026-03-01 12:00:00')
    expect(columns.state.csv?.(row)).toBe('اتدفع')
    expect(columns.person.csv?.(row)).toBe('سلمى')
    expect(columns.done.csv?.(row)).toBe(dataTable.filters.yes)
  })

  it('export nothing for a value that is missing, and show a dash', () => {
    for (const { csv, cell } of [columns.money, columns.moment, columns.state]) {
      expect(csv?.(missing)).toBeNull()
      expect(cell(missing)).toBe('–')
    }
    expect(columns.person.csv?.(missing)).toBeNull()
    expect(columns.done.csv?.(missing)).toBe(dataTable.filters.no)
  })

  it('put amounts at the end, and what a list says about a column into it', () => {
    expect(columns.money.align).toBe('end')
    const sorted = column.number('n', 'العدد', (of: { n: number }) => of.n, { sort: 'n', hidden: true, priority: 2 })
    expect(sorted).toMatchObject({ id: 'n', header: 'العدد', sort: 'n', hidden: true, priority: 2, align: 'end' })
  })

  it('are read by a spreadsheet as what they are: amounts, times of Cairo, words, and numbers that keep their zeros', () => {
    type Paid = { amount: number; at: string; phone: string; account: string; name: string; note: string }
    const paid: Paid = {
      amount: 12_345,
      at: '2026-07-01T17:30:00.000Z',
      phone: '01001234567',
      account: '00012345678901234567',
      name: 'سلمى، "منى"\nوأخرى',
      note: '=HYPERLINK("https://evil.example")',
    }
    const exported = [
      column.money('amount', 'المبلغ', ({ amount }: Paid) => amount),
      column.moment('at', 'الوقت', ({ at }: Paid) => at),
      column.copyable('phone', 'الموبايل', ({ phone }: Paid) => phone),
      column.copyable('account', 'الحساب', ({ account }: Paid) => account),
      column.text('name', 'الاسم', ({ name }: Paid) => name),
      column.text('note', 'ملاحظة', ({ note }: Paid) => note),
    ]
    const headings = exported.map(({ header, csvHeader = header }) => csvHeader)
    const file = spreadsheetLine(headings) + spreadsheetLine(exported.map(({ csv }) => csv?.(paid)))
    const { Sheet1 } = read(file, { type: 'string', UTC: true, cellDates: true, dense: false }).Sheets
    const [first, second] = utils.sheet_to_json(Sheet1, { header: 1, UTC: true })
    expect(first).toEqual([
      'المبلغ',
      'الوقت (توقيت القاهرة، UTC+2، وفي الصيف UTC+3)',
      ...['الموبايل', 'الحساب', 'الاسم', 'ملاحظة'],
    ])
    expect(second).toEqual([
      123.45,
      new Date('2026-07-01T20:30:00.000Z'),
      '01001234567',
      '00012345678901234567',
      'سلمى، "منى"\nوأخرى',
      `'=HYPERLINK("https://evil.example")`,
    ])
  })
})
