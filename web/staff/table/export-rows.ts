import type { CallAddress } from '#contract/address'
import { BOM, type CsvValue, spreadsheetLine } from '#domain/csv'
import { ApiError } from '../../platform/api.ts'
import { fetchPage, type ListSource, queryOfList, type RowOf } from './shared/list-query.ts'
import type { ListState } from './shared/list-search-params.ts'

/** `csvHeader`: where the heading in the file says more than the list's. */
export type CsvColumn<Row> = { header: string; csvHeader?: string | undefined; csv: (row: Row) => CsvValue }

const PAGE_SIZE = 100

type ExportOptions<C extends CallAddress> = {
  source: ListSource<C>
  state: ListState
  columns: readonly CsvColumn<RowOf<C>>[]
  rowId: (row: RowOf<C>) => string
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** A page; where the server asks to slow down, after the wait that it names. */
async function pageOf<C extends CallAddress>({ source, state, signal }: ExportOptions<C>, page: number) {
  const query = { ...queryOfList(source, state), page, size: PAGE_SIZE }
  for (;;) {
    try {
      return await fetchPage(source, query, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await pause((error.retryAfterSeconds ?? 1) * 1000, signal)
    }
  }
}

/**
 * All rows that match the filters, as a CSV file (docs/rules/staff.md 1.4). Every page becomes a part of the file
 * immediately, which the browser may store on disk. A row that moves to another page meanwhile is written once.
 * @throws ApiError when a page cannot be fetched; an `AbortError` when the signal ended it.
 */
export async function exportRows<C extends CallAddress>(
  options: ExportOptions<C>,
): Promise<{ file: Blob; count: number }> {
  const { columns, rowId, onProgress } = options
  let file = new Blob([BOM, spreadsheetLine(columns.map(({ header, csvHeader = header }) => csvHeader))], {
    type: 'text/csv;charset=utf-8',
  })
  const written = new Set<string>()
  for (let page = 1; ; page++) {
    const { list, total, isMore } = await pageOf(options, page)
    const fresh = list.filter((row) => !written.has(rowId(row)))
    for (const row of fresh) written.add(rowId(row))
    const lines = fresh.map((row) => spreadsheetLine(columns.map(({ csv }) => csv(row))))
    file = new Blob([file, ...lines], { type: file.type })
    onProgress(written.size, Math.max(total, written.size))
    const isLast = !isMore && page * PAGE_SIZE >= total
    if (list.length < PAGE_SIZE || isLast) return { file, count: written.size }
  }
}
