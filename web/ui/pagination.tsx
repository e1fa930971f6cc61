import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useFormat } from '../platform/format.ts'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'

export type PaginationProps = {
  /** From 1. */
  page: number
  size: number
  /** The number of results on all pages. */
  total: number
  /** There are more results than `total`, on pages that cannot be opened. */
  isMore?: boolean
  onPage: (page: number) => void
  /** Adds a choice of page sizes. */
  onSize?: (size: number) => void
  sizes?: readonly number[]
}

const SIZES = [10, 20, 30, 40, 50]

/** The page, the number of results, and buttons to the other pages. */
export function Pagination({ page, size, total, isMore = false, onPage, onSize, sizes = SIZES }: PaginationProps) {
  const t = useMessages(ui)
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <nav aria-label={t('pages.label')} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted text-sm">
        {isMore
          ? format.series([t('pages.positionOver', { page }), t('pages.resultsOver', { count: total })])
          : format.series([t('pages.position', { page, pages }), t('pages.results', { count: total })])}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {onSize && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the select is its control
          <label className="flex items-center gap-2 text-muted text-sm">
            {t('pages.size')}
            <Select
              className="w-24"
              value={size}
              onChange={(event) => onSize(Number(event.target.value))}
              options={sizes.map((value) => ({ value, label: format.number(value) }))}
            />
          </label>
        )}
        <span className="-mx-3 flex">
          <IconButton
            icon={ChevronsLeft}
            mirrorIcon
            label={t('pages.first')}
            disabled={page <= 1}
            onClick={() => onPage(1)}
          />
          <IconButton
            icon={ChevronLeft}
            mirrorIcon
            label={t('pages.previous')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            mirrorIcon
            label={t('pages.next')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
          <IconButton
            icon={ChevronsRight}
            mirrorIcon
            label={t('pages.last')}
            disabled={isMore || page >= pages}
            onClick={() => onPage(pages)}
          />
        </span>
      </div>
    </nav>
  )
}
