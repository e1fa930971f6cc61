import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CheckCheck, Clapperboard } from 'lucide-react'
import { useRef } from 'react'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { fromIso } from '#domain/cairo'
import { staffMedia } from '#messages/staff-media'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useRowKeys } from '../../ui/data-table/row-keys.ts'
import { TableSkeleton } from '../../ui/data-table/table-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { PAGE_SIZE, videoQuery, videosQuery } from './queries.ts'
import { ReviewPanel } from './review-panel.tsx'
import type { MediaTab } from './search-params.ts'

/** Introductions of tutors, reviewed one after another. */
export function MediaScreen() {
  const t = useMessages(staffMedia)
  return (
    <TabbedPage<MediaTab>
      title={t('title')}
      label={t('tabs.label')}
      tabs={{
        waiting: { label: t('tabs.waiting'), content: <Videos tab="waiting" /> },
        approved: { label: t('tabs.approved'), content: <Videos tab="approved" /> },
        rejected: { label: t('tabs.rejected'), content: <Videos tab="rejected" /> },
      }}
    />
  )
}

function Videos({ tab }: { tab: MediaTab }) {
  const t = useMessages(staffMedia)
  const me = useMe()
  const navigate = useNavigate({ from: '/media' })
  const { page = 1, open } = useSearch({ from: '/shell/media' })
  const videos = useQuery(videosQuery(tab, page, me))
  const named = useQuery({ ...videoQuery(open ?? 0, me), enabled: open !== undefined })
  const list = videos.data?.list ?? []
  const shown = open === undefined ? list[0] : (list.find(({ id }) => id === open) ?? named.data ?? undefined)
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const empty = (
    <EmptyState
      icon={tab === 'waiting' ? CheckCheck : Clapperboard}
      title={t(`empty.${tab}`)}
      text={tab === 'waiting' && t('empty.waitingText')}
    />
  )
  const place = list.findIndex(({ id }) => id === shown?.id)
  const step = (by: number) => list[place + by] && (() => show(list[place + by]?.id))
  return (
    <QueryView
      query={videos}
      loading={<TableSkeleton text={t('loading')} />}
      empty={({ total }) => total === 0 && !shown && empty}
    >
      {({ total }) => (
        <div className="grid items-start gap-5 lg:grid-cols-[20rem_1fr]">
          <div className="flex flex-col gap-3 max-lg:order-last">
            <p role="status" className="text-muted text-sm">
              {t('total', { count: total })}
            </p>
            <VideoList list={list} shown={shown?.id} />
            {total > PAGE_SIZE && (
              <Pagination
                page={page}
                size={PAGE_SIZE}
                total={total}
                onPage={(next) => void navigate({ search: { tab, page: next } })}
              />
            )}
          </div>
          {shown ? (
            <ReviewPanel
              key={shown.id}
              video={shown}
              onNext={step(1)}
              onPrevious={step(-1)}
              // What is decided leaves this list: the next one takes its place.
              onDecided={() => show((list[place + 1] ?? list[place - 1])?.id)}
            />
          ) : (
            <EmptyState icon={Clapperboard} title={t('choose')} />
          )}
        </div>
      )}
    </QueryView>
  )
}

function VideoList({ list, shown }: { list: readonly IntroVideoWithMembers[]; shown: number | undefined }) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const now = useNow(60_000)
  const element = useRef<HTMLUListElement>(null)
  useRowKeys({
    rows: () => [...(element.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])],
    reveal: () => {},
    count: list.length,
    version: list,
  })
  return (
    <ul ref={element} aria-label={t('list')} className="flex flex-col gap-1.5">
      {list.map(({ id, tutor, reviewer, createdAt }, index) => {
        const name = tutor.name ?? t('nameless')
        return (
          <li key={id} data-row data-index={index}>
            <Link
              from="/media"
              to="/media"
              search={(before) => ({ ...before, open: id })}
              resetScroll={false}
              data-row-primary
              aria-current={id === shown || undefined}
              className={clsx(
                'flex items-center gap-3 rounded-card border p-3 transition-colors hover:bg-brand-soft',
                id === shown ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
              )}
            >
              <Avatar id={tutor.id} name={name} src={tutor.image} size="sm" />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{name}</span>
                <span className="block text-muted text-sm">
                  {t('sent', { when: format.relative(fromIso(createdAt), now) })}
                </span>
                <span className="block truncate text-muted text-sm">
                  {t('reviewer', { name: reviewer.name ?? t('nameless') })}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
