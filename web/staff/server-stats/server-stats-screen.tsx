import { queryOptions, useQuery } from '@tanstack/react-query'
import { Pause, Play, Radio, Unplug } from 'lucide-react'
import { useState } from 'react'
import { readServerStats } from '#contract/calls/server-stats'
import type { Answer } from '#contract/client'
import type { Point, ServerStats, SpanFigures } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useBroadcast } from '../../platform/broadcast.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallsTable } from './calls-table.tsx'
import { Codes, DatabaseFacts, Queue, Sockets } from './fact-cards.tsx'
import { Jobs } from './jobs.tsx'
import { Tiles } from './tiles.tsx'
import { TrafficCharts } from './traffic-charts.tsx'
import { Visits } from './visits.tsx'

/** Events bring what is present; the hour and the jobs move on by the minute. */
const MINUTE = 60_000

const statsQuery = queryOptions({
  queryKey: [...keys.serverStats],
  queryFn: ({ signal }) => request(readServerStats, {}, { signal }),
  refetchInterval: MINUTE,
})

const ranges = ['recent', 'hour'] as const
type Range = (typeof ranges)[number]
/** How long each range is, in minutes. */
const RANGE_MINUTES: Record<Range, number> = { recent: 5, hour: 60 }
const NO_USE = { statements: 0, waitMs: 0, sqlMs: 0, rowsRead: 0, rowsWritten: 0, unreported: 0 }

/** What the servers do: live, and over the last hour (docs/rules/staff.md 7.5). */
export function ServerStatsScreen() {
  const t = useMessages(serverStats)
  const { query, shown, isPaused, togglePause, isConnected } = useLiveStats()
  return (
    <Page>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <Button variant="secondary" icon={isPaused ? Play : Pause} onClick={togglePause}>
              {isPaused ? t('resume') : t('pause')}
            </Button>
            <Connection isPaused={isPaused} isConnected={isConnected} />
          </>
        }
      />
      <QueryView query={{ ...query, data: shown }} loading={<Placeholder />} failedIn={Card}>
        {({ stats, sample }) => <Figures stats={stats} sample={sample} />}
      </QueryView>
    </Page>
  )
}

function Placeholder() {
  return (
    <>
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </>
  )
}

/** Announced when it changes; the figures are not, or a screen reader would never be silent. */
function Connection({ isPaused, isConnected }: { isPaused: boolean; isConnected: boolean }) {
  const t = useMessages(serverStats)
  const state = isPaused ? 'paused' : isConnected ? 'open' : 'waiting'
  const looks = { paused: 'neutral', open: 'success', waiting: 'warning' } as const
  return (
    <div role="status">
      <Badge tone={looks[state]} icon={state === 'open' ? Radio : state === 'paused' ? Pause : Unplug}>
        {t(`state.${state}`)}
      </Badge>
    </div>
  )
}

/** The figures of a range: the last minutes come with every sample, the hour with every fetch. */
function figuresOf(range: Range, stats: Stats, sample: ServerStats): SpanFigures & { points: readonly Point[] } {
  if (range === 'hour') return { ...stats.hour, points: stats.minutes }
  const { calls = [], codes = {}, database = NO_USE, points = [] } = sample
  return { calls, codes, database, points }
}

function Figures({ stats, sample }: { stats: Stats; sample: ServerStats }) {
  const t = useMessages(serverStats)
  const [range, setRange] = useState<Range>('recent')
  const { calls, codes, database, points } = figuresOf(range, stats, sample)
  return (
    <>
      <Tiles sample={sample} />
      <section>
        <SectionHeading
          title={t('charts.title')}
          action={
            <Segmented
              label={t('range.label')}
              options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={range}
              onChange={setRange}
            />
          }
        />
        <TrafficCharts points={points} hasSeconds={range === 'recent'} />
      </section>
      <CallsTable calls={calls} minutes={RANGE_MINUTES[range]} isPart={range === 'recent'} />
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-4">
        <Codes codes={codes} />
        <DatabaseFacts use={database} />
        <Queue sample={sample} />
        <Sockets sample={sample} />
      </div>
      <Visits visits={stats.visits} />
      <Jobs jobs={stats.jobs} />
    </>
  )
}

type Stats = Answer<typeof readServerStats>

/** What is shown while the updates are paused. */
type Frozen = { stats: Stats; sample: ServerStats }

/** The statistics as the server emits them, until they are paused: then what was shown stays. */
function useLiveStats() {
  const query = useQuery(statsQuery)
  const [emitted, setEmitted] = useState<ServerStats | null>(null)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const connection = useBroadcast(
    'ServerStats',
    (frame) => {
      if (frame.event === 'ServerStats') setEmitted(frame.payload)
    },
    () => void query.refetch(),
  )
  const current = query.data && { stats: query.data, sample: latestOf(emitted, query.data.now) }
  const togglePause = () => setFrozen(frozen ? null : (current ?? null))
  return { query, shown: frozen ?? current, isPaused: frozen !== null, togglePause, isConnected: connection === 'open' }
}

const latestOf = (emitted: ServerStats | null, fetched: ServerStats): ServerStats =>
  emitted && emitted.timestamp > fetched.timestamp ? emitted : fetched
