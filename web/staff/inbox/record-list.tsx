import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useRef } from 'react'
import { listContactRequests } from '#contract/calls/contact'
import { listReports } from '#contract/calls/reports'
import { listUsers } from '#contract/calls/users'
import { InboxState } from '#domain/inbox/states'
import { Role } from '#domain/roles'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { createMediaQueryStore, useStore } from '../../platform/store.ts'
import { moveFocus } from '../../ui/focus.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { sortKeysOf } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { Filters } from '../table/shared/filters.ts'
import { type ListQuery, type ListSource, useListPage } from '../table/shared/list-query.ts'
import { useListState } from '../table/shared/list-search-params.ts'
import { useBulkChanges } from './bulk-changes.tsx'
import { useContactColumns, useReportColumns } from './columns.tsx'
import { ReadingPane } from './reading-pane.tsx'
import { contactSource, type InboxSource, reportSource } from './records.ts'

type RecordCall = typeof listReports | typeof listContactRequests

const STATES = Object.values(InboxState)
/** The states in which a record waits for staff, as in the address. */
const WAITING = `${InboxState.New},${InboxState.InProgress}`

/** Reports by minors come before all others (docs/rules/privacy.md 6.9). */
const MINORS_FIRST = { minorsFirst: true } as const

const VIEWS = ['waiting', 'mine', 'all'] as const

/** The list of one kind of records with the open one, side by side or, on a narrow screen, one at a time. */
function RecordList<C extends RecordCall>(props: {
  id: string
  title: string
  source: InboxSource
  call: C
  columns: readonly ListColumn<C>[]
  filters: Filters
  search: string
  empty: string
  fixed?: Partial<ListQuery<C>>
}) {
  const { source, call, filters, fixed } = props
  const isSplit = useIsSplit()
  const { bulkActions, refusals } = useBulkChanges(source)
  const { open } = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  const opener = useRef<Element | null>(null)
  const queryKey = [...keys.inbox, source.kind]
  const sortKeys = sortKeysOf(props.columns)
  const { state } = useListState(Object.keys(filters), sortKeys)
  // The list's own query: its page determines the records before and after the open one.
  const page = useListPage({ call, queryKey, filters, searchField: 'search', fixed } as ListSource<C>, state)
  const ids = page.data?.list.map((row) => (row as { id: number }).id) ?? []
  const at = open === undefined ? -1 : ids.indexOf(open)

  const show = (id: number | undefined) =>
    void navigate({
      search: (before) => ({ ...before, open: id }),
      replace: open !== undefined && id !== undefined,
      resetScroll: false,
    })
  const close = () => {
    show(undefined)
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) moveFocus(opener.current)
    })
  }
  const isAlone = open !== undefined && !isSplit
  return (
    <div
      className={
        open !== undefined && isSplit ? 'grid grid-cols-[minmax(0,1fr)_minmax(0,30rem)] items-start gap-5' : ''
      }
    >
      {!isAlone && (
        <div className="min-w-0">
          {refusals}
          <QuickViews sortKeys={sortKeys} />
          <DataList<C>
            id={props.id}
            title={props.title}
            headingLevel={2}
            call={call}
            queryKey={queryKey}
            columns={open === undefined ? props.columns : props.columns.map(besidePane)}
            filters={filters as never}
            search={{ field: 'search' as never, label: props.search }}
            fixed={fixed}
            rowName={(row) => (row as { title: string }).title}
            onOpen={(row) => {
              opener.current = document.activeElement
              show((row as { id: number }).id)
            }}
            bulkActions={bulkActions as never}
            empty={{ title: props.empty, icon: Inbox }}
          />
        </div>
      )}
      {open !== undefined && (
        <ReadingPane
          source={source}
          id={open}
          isSplit={isSplit}
          onClose={close}
          previous={at > 0 ? (ids[at - 1] ?? null) : null}
          next={at >= 0 ? (ids[at + 1] ?? null) : null}
          onOpen={show}
        />
      )}
    </div>
  )
}

/** What is in sight beside the open record, which says the rest. */
const BESIDE_PANE = ['title', 'state']
const besidePane = <C extends { id: string }>(shown: C): C =>
  BESIDE_PANE.includes(shown.id) ? shown : { ...shown, hidden: true }

/** Quick filters: waiting, mine, or everything. */
function QuickViews({ sortKeys }: { sortKeys: readonly string[] }) {
  const t = useMessages(staffInbox)
  const me = useMe()
  const { state, change } = useListState(['states', 'owners'], sortKeys)
  const { states = '', owners = '' } = state.filters
  const filtersOf = {
    waiting: { states: WAITING },
    mine: { states: WAITING, owners: String(me.id) },
    all: {},
  } as const satisfies Record<(typeof VIEWS)[number], Record<string, string>>
  const matches = (view: (typeof VIEWS)[number]) => {
    const wanted: { states?: string; owners?: string } = filtersOf[view]
    return (wanted.states ?? '') === states && (wanted.owners ?? '') === owners
  }
  const shown = VIEWS.find(matches)
  return (
    <div className="mb-4">
      <Segmented
        label={t('views.label')}
        value={shown ?? 'other'}
        onChange={(view) => view !== 'other' && change({ filters: filtersOf[view] })}
        options={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
      />
    </div>
  )
}

/** The filters that both kinds share. */
function useSharedFilters() {
  const t = useMessages(staffInbox)
  const admins = useAdmins()
  return {
    states: {
      label: t('filters.states'),
      kind: 'several',
      options: STATES.map((value) => ({ value, label: staffInbox.states[value] })),
    },
    owners: { label: t('filters.owners'), kind: 'several', options: admins },
    owned: { label: t('filters.owned'), kind: 'boolean' },
    createdAt: { label: t('filters.createdAt'), kind: 'dates' },
    updatedAt: { label: t('filters.updatedAt'), kind: 'dates' },
  } as const satisfies Filters
}

export function ReportList() {
  const t = useMessages(staffInbox)
  const columns = useReportColumns(false)
  const filters: Filters = {
    ...useSharedFilters(),
    users: { label: t('filters.users'), kind: 'person' },
    screenshot: { label: t('filters.screenshot'), kind: 'boolean' },
    log: { label: t('filters.log'), kind: 'boolean' },
  }
  return (
    <RecordList
      id="inbox-reports"
      title={t('tabs.reports')}
      source={reportSource}
      call={listReports}
      columns={columns}
      filters={filters}
      fixed={MINORS_FIRST}
      search={t('search.reports')}
      empty={t('empty.reports')}
    />
  )
}

export function ContactList() {
  const t = useMessages(staffInbox)
  const columns = useContactColumns()
  const filters: Filters = {
    ...useSharedFilters(),
    phone: { label: t('filters.phone'), kind: 'text' },
  }
  return (
    <RecordList
      id="inbox-contact"
      title={t('tabs.contact')}
      source={contactSource}
      call={listContactRequests}
      columns={columns}
      filters={filters}
      search={t('search.contact')}
      empty={t('empty.contact')}
    />
  )
}

const MINUTE = 60_000

/** Who may own a record of the inbox, as the options of a filter. */
function useAdmins() {
  const { data } = useQuery({
    queryKey: [...keys.users, 'admins'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        [Role.SuperAdmin, Role.RegularAdmin].map((role) =>
          request(listUsers, { query: { role, size: 100 } }, { signal }),
        ),
      )
      return pages.flatMap(({ list }) => list).map(({ id, name, email }) => ({ value: id, label: name ?? email }))
    },
    staleTime: MINUTE,
  })
  return data ?? []
}

const wide = createMediaQueryStore('(min-width: 80rem)')

/** Whether the list and the reading pane fit side by side. */
const useIsSplit = (): boolean => useStore(wide)
