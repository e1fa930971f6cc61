import { describe, expect, it } from 'vitest'
import { dataTable } from '#messages/data-table'
import { column } from './column.tsx'

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
    expect(columns.moment.csv?.(row)).toBe('2026-03-01T10:00:00.000Z')
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
})
