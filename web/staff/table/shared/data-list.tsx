import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { Download, FilterX, Keyboard } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallAddress } from '#contract/address'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { nextOrder } from '../../../ui/data-table/column.ts'
import { DataCards } from '../../../ui/data-table/data-cards.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { TableSkeleton } from '../../../ui/data-table/table-skeleton.tsx'
import { useFitsTable } from '../../../ui/data-table/use-fits-table.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Select } from '../../../ui/select.tsx'
import { ExportProgressNote, useExport } from '../csv-export.tsx'
import { AddFilter, FilterChips } from '../filter-bar.tsx'
import { KeysDialog, useListKeys } from '../list-keys.tsx'
import { SavedViews } from '../saved-views.tsx'
import { SearchBox } from '../search-box.tsx'
import { type BulkAction, BulkBar, type Selection, useSelection } from '../selection.tsx'
import { type ShownColumns, useShownColumns, ViewOptions } from '../view-options.tsx'
import { type Column, sortKeysOf } from './column.tsx'
import { activeFilters, type Filters, knownTexts, type ListFilter } from './filters.ts'
import {
  type ListParams,
  type ListQuery,
  type ListSource,
  matchingOfList,
  type RowOf,
  type SortKey,
  useListPage,
} from './list-query.ts'
import { type ListState, PAGE_SIZES, type PageSize, useListState } from './list-search-params.ts'

export type ListColumn<C extends CallAddress> = Column<RowOf<C>, SortKey<C>>

/** Where a row leads: `{ to: '/user/$id', params: { id: '7' } }`. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search'>

export type DataListProps<C extends CallAddress> = {
  /** Names the list in this browser's storage and its exported files: 'users'. */
  id: string
  title: string
  /** 1 where the list is the whole content of a `Page`, whose title it shows; 2 within a screen that has a title. */
  headingLevel?: 1 | 2
  /** Any call that answers `listOf(…)`. */
  call: C
  /** The root of the key in the cache; who changes such records invalidates it. */
  queryKey: readonly unknown[]
  /** The first column names the row and becomes the link or button that opens it: no controls in its cells. */
  columns: readonly ListColumn<C>[]
  /** By the field of the query that each sets. The route's schema is `listSearch` with the same names. */
  filters?: { readonly [Name in keyof ListQuery<C>]?: ListFilter }
  /** The field of the query that the search box fills, and what can be searched. */
  search?: { field: keyof ListQuery<C> & string; label: string }
  /** Fixed parts of the query, such as the lessons of one student. */
  fixed?: Partial<ListQuery<C>> | undefined
  /** The parameters of the call's path. */
  params?: ListParams<C>
  rowId?: (row: RowOf<C>) => string
  /** What a row is called, for screen readers. */
  rowName: (row: RowOf<C>) => string
  /** Where a row leads … */
  link?: ((row: RowOf<C>) => RowLink) | undefined
  /** … or the effect of opening it, if it has no address. */
  onOpen?: ((row: RowOf<C>) => void) | undefined
  rowActions?: ((row: RowOf<C>) => readonly MenuItem[]) | undefined
  /** Rows can be selected only where there are some. */
  bulkActions?: readonly BulkAction<RowOf<C>>[] | undefined
  /** For a list without any record. */
  empty: { title: string; text?: string; icon?: Icon; action?: ReactNode }
  /** Buttons next to the title. */
  actions?: ReactNode
}

const idOf = (row: object): string => String((row as { id?: unknown }).id)
const NO_FILTERS: Filters = {}

/** The one list of the dashboard: what staff see of any call that answers pages (docs/rules/staff.md 1.3). */
export function DataList<C extends CallAddress>(props: DataListProps<C>) {
  const { id, title, columns, call, queryKey, rowId = idOf, empty, headingLevel = 1 } = props
  const t = useMessages(dataTable)
  const filters = (props.filters ?? NO_FILTERS) as Filters
  const { state, change } = useListState(Object.keys(filters), sortKeysOf(columns))
  const source: ListSource<C> = {
    call,
    queryKey,
    filters,
    searchField: props.search?.field,
    fixed: props.fixed as Record<string, unknown> | undefined,
    params: props.params as Record<string, unknown> | undefined,
  }
  const query = useListPage(source, state)
  const { data } = query
  const layout = useShownColumns(id, columns)
  const selection = useSelection(data?.list, rowId, JSON.stringify([state.filters, state.search, props.fixed]))
  const exporting = useExport<C>(id, rowId)
  const searchInput = useRef<HTMLInputElement>(null)
  const [areKeysShown, setKeysShown] = useState(false)
  useListKeys(searchInput, () => setKeysShown(true))
  useKnownAddress(filters, state, data, change)

  const setFilter = (name: string, text: string) => change({ filters: { ...state.filters, [name]: text } })
  const clear = () => change({ filters: {}, search: '' })
  const isNarrowed = state.search !== '' || activeFilters(filters, state.filters).length > 0
  const total = (
    <span role="status" className="block min-h-[1lh]">
      {data && t(data.isMore ? 'totalOver' : 'total', { count: data.total })}
      {query.isFetching && data && <span className="ms-2">{t('refreshing')}</span>}
    </span>
  )
  const none = isNarrowed ? (
    <EmptyState
      icon={FilterX}
      headingLevel={headingLevel === 1 ? 2 : 3}
      title={t('empty.filtered')}
      text={t('empty.filteredText')}
      action={<Button onClick={clear}>{t('filters.clear')}</Button>}
    />
  ) : (
    <EmptyState headingLevel={headingLevel === 1 ? 2 : 3} {...empty} />
  )
  const csvColumns = layout.all.flatMap(({ header, csvHeader, csv }) => (csv ? [{ header, csvHeader, csv }] : []))
  return (
    <>
      {headingLevel === 1 && <PageHeader title={title} text={total} actions={props.actions} />}
      <section aria-label={title} className="flex flex-col gap-3">
        {headingLevel === 2 && (
          <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              <h2 className="text-lg">{title}</h2>
              <p className="text-muted text-sm">{total}</p>
            </div>
            {props.actions}
          </header>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {props.search && (
            <SearchBox
              label={props.search.label}
              value={state.search}
              onSearch={(search) => change({ search }, { replace: true })}
              input={searchInput}
            />
          )}
          {Object.keys(filters).length > 0 && (
            <AddFilter filters={filters} texts={state.filters} onChange={setFilter} />
          )}
          <SortChoice columns={columns} state={state} onChange={change} />
          <span className="ms-auto flex flex-wrap items-center gap-1">
            <SavedViews list={id} views={layout.preferences.views} onChange={(views) => layout.change({ views })} />
            <ViewOptions columns={layout.choices} preferences={layout.preferences} onChange={layout.change} />
            {csvColumns.length > 0 && (
              <Button
                variant="ghost"
                size="sm"
                icon={Download}
                disabled={!data?.total || exporting.progress !== null}
                onClick={() => void exporting.start(source, state, csvColumns)}
              >
                {t('export.action')}
              </Button>
            )}
            <IconButton
              icon={Keyboard}
              label={t('keys.open')}
              onClick={() => setKeysShown(true)}
              className="max-md:hidden"
            />
          </span>
        </div>
        <FilterChips filters={filters} texts={state.filters} onChange={setFilter} onClear={clear} />
        {exporting.progress && <ExportProgressNote {...exporting.progress} onCancel={exporting.cancel} />}
        {props.bulkActions && (
          <BulkBar
            actions={props.bulkActions}
            rows={selection.rows}
            total={data?.isMore ? undefined : data?.total}
            query={matchingOfList(source, state)}
            onClear={selection.clear}
          />
        )}
        <QueryView
          query={query}
          loading={<TableSkeleton text={t('loading')} />}
          empty={(page) => page.total === 0 && none}
        >
          {({ list, total: count, isMore = false }) => (
            <>
              <Rows
                {...props}
                list={list}
                total={count}
                state={state}
                layout={layout}
                selection={props.bulkActions && selection}
                isStale={query.isPlaceholderData}
                onSort={(key) => change({ order: nextOrder(state.order, key) })}
              />
              <Pagination
                page={state.page}
                size={state.size}
                sizes={PAGE_SIZES}
                total={count}
                isMore={isMore}
                onPage={(page) => change({ page })}
                onSize={(size) => change({ size: size as PageSize })}
              />
            </>
          )}
        </QueryView>
        {areKeysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
      </section>
    </>
  )
}

type RowsProps<C extends CallAddress> = DataListProps<C> & {
  list: readonly RowOf<C>[]
  total: number
  state: ListState
  layout: ShownColumns<ListColumn<C>>
  selection: Selection<RowOf<C>> | undefined
  isStale: boolean
  onSort: (key: string) => void
}

const primaryLook = 'block min-w-0 rounded-sm text-start font-semibold text-brand-ink hover:underline'

/** A table, or cards on a phone. */
function Rows<C extends CallAddress>(props: RowsProps<C>) {
  const { list, state, layout, link, onOpen, rowId = idOf } = props
  const primary = (row: RowOf<C>, content: ReactNode) => {
    if (link) {
      return (
        <Link {...(link(row) as LinkProps)} preload={false} data-row-primary className={primaryLook}>
          {content}
        </Link>
      )
    }
    if (!onOpen) return content
    return (
      <button type="button" data-row-primary onClick={() => onOpen(row)} className={`w-full ${primaryLook}`}>
        {content}
      </button>
    )
  }
  const Layout = useFitsTable() ? DataTable : DataCards
  return (
    <Layout<RowOf<C>>
      label={props.title}
      columns={layout.all}
      visibility={layout.visibility}
      order={layout.order}
      rows={list}
      rowId={rowId}
      rowName={props.rowName}
      sorted={state.order}
      onSort={props.onSort}
      selection={props.selection}
      primary={primary}
      rowActions={props.rowActions}
      density={layout.preferences.density}
      offset={(state.page - 1) * state.size}
      total={props.total}
      isStale={props.isStale}
    />
  )
}

/**
 * What a list does not know of its address leaves it, as a page that does not exist: a link that is shared, or saved as a view, says what
 * is shown.
 */
function useKnownAddress(
  filters: Filters,
  state: ListState,
  data: { total: number } | undefined,
  change: (changes: Partial<ListState>, how: { replace: boolean }) => void,
): void {
  const { sort } = useSearch({ strict: false })
  const last = data ? Math.max(1, Math.ceil(data.total / state.size)) : state.page
  const page = Math.min(state.page, last)
  const known = knownTexts(filters, state.filters)
  const isKnown =
    page === state.page &&
    (sort === undefined || state.order !== null) &&
    Object.entries(state.filters).every(([name, text]) => known[name] === text)
  const correct = useEffectEvent(() => change({ page, filters: known }, { replace: true }))
  // One correction may be followed by another, as when fewer rows match what is left.
  const shown = JSON.stringify([page, state.page, sort, state.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what the correction is of
  useEffect(() => {
    if (!isKnown) correct()
  }, [isKnown, shown])
}

type SortChoiceProps<C extends CallAddress> = {
  columns: readonly ListColumn<C>[]
  state: ListState
  onChange: (changes: Partial<ListState>) => void
}

/** The sort order of a phone's cards, which have no column headers. */
function SortChoice<C extends CallAddress>({ columns, state, onChange }: SortChoiceProps<C>) {
  const t = useMessages(dataTable)
  const sortable = columns.filter(({ sort }) => sort !== undefined)
  if (sortable.length === 0) return null
  const options = sortable.flatMap(({ header: column, sort }) => [
    { value: `${sort}`, label: t('sort.up', { column }) },
    { value: `-${sort}`, label: t('sort.down', { column }) },
  ])
  const { order } = state
  const choose = (value: string) => {
    if (value === '') return onChange({ order: null })
    const isFalling = value.startsWith('-')
    onChange({ order: { key: isFalling ? value.slice(1) : value, direction: isFalling ? 'desc' : 'asc' } })
  }
  return (
    <Select
      aria-label={t('sort.label')}
      className="w-48 md:hidden"
      options={[{ value: '', label: t('sort.none') }, ...options]}
      value={order ? `${order.direction === 'desc' ? '-' : ''}${order.key}` : ''}
      onChange={(event) => choose(event.target.value)}
    />
  )
}
