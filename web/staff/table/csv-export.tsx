import { useEffect, useRef, useState } from 'react'
import type { CallAddress } from '#contract/address'
import { localDay } from '#domain/cairo'
import { dataTable } from '#messages/data-table'
import { messagesOf, useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toasts.ts'
import { type CsvColumn, exportRows } from './export-rows.ts'
import type { ListSource, RowOf } from './shared/list-query.ts'
import type { ListState } from './shared/list-search-params.ts'

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

type ExportProgress = { done: number; total: number }

/** Exports what is filtered; leaving the screen cancels it. */
export function useExport<C extends CallAddress>(name: string, rowId: (row: RowOf<C>) => string) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (source: ListSource<C>, state: ListState, columns: readonly CsvColumn<RowOf<C>>[]) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const t = messagesOf(dataTable)
    setProgress({ done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => setProgress({ done, total })
      const { file, count } = await exportRows({ source, state, columns, rowId, onProgress, signal })
      save(file, `${name}-${localDay(now())}.csv`)
      toast.success(t('export.done', { count }), { id: 'export' })
    } catch (error) {
      if (!signal.aborted) toast.error(t('export.failed'), { id: 'export', description: errorText(error) })
    } finally {
      setProgress(null)
    }
  }
  return { progress, start, cancel: () => running.current?.abort() }
}

/** How far an export is, with a button that cancels it. */
export function ExportProgressNote({ done, total, onCancel }: ExportProgress & { onCancel: () => void }) {
  const t = useMessages(dataTable)
  const format = useFormat()
  return (
    <div className="flex items-end gap-4 rounded-card border border-line bg-surface p-4">
      <ProgressBar
        value={done}
        max={Math.max(1, total)}
        label={t('export.label')}
        valueText={total > 0 ? t('export.progress', { done, total }) : format.number(done)}
        className="flex-1"
      />
      <Button size="sm" variant="secondary" onClick={onCancel}>
        {t('export.cancel')}
      </Button>
    </div>
  )
}
