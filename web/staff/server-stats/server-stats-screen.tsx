import { Pause, Play, Radio, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Point, ServerStats, SpanFigures } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/card.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallsTable } from './calls-table.tsx'
import { Codes } from './codes.tsx'
import { DatabaseFacts } from './database-facts.tsx'
import { Jobs } from './jobs.tsx'
import { Queue } from './queue.tsx'
import { Sockets } from './sockets.tsx'
import { Tiles } from './tiles.tsx'
import { TrafficCharts } from './traffic-charts.tsx'
import { type Stats, useLiveStats } from './use-live-stats.ts'

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
      <QueryView query={{ ...query, data: shown }} loading={<Placeholder />} failedInCard>
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
      <Jobs jobs={stats.jobs} />
    </>
  )
}
