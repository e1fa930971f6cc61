import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { localDay } from '#domain/cairo'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FigureCards } from './figure-cards.tsx'
import { type HomeSearch, rangeOf } from './figure-range.ts'
import { PlanLife } from './plan-life.tsx'
import { figuresQuery } from './queries.ts'
import { RangeChoice } from './range-choice.tsx'

const FigureCharts = lazyPart(async () => (await import('./figure-charts.tsx')).FigureCharts)
const route = getRouteApi('/shell/')
const MINUTE = 60_000

/** The marketplace's figures over a range of days, compared with the same number of days before. */
export function FiguresSection() {
  const t = useMessages(staffHome)
  const format = useFormat()
  const search: HomeSearch = route.useSearch()
  const today = localDay(useNow(MINUTE))
  const range = rangeOf(search, today)
  const figures = useQuery(figuresQuery(range))
  const shown = { from: format.shortDate(range.from), to: format.shortDate(range.to) }
  return (
    <section>
      <SectionHeading
        title={t('figures.title')}
        text={t('figures.shown', shown)}
        action={<RangeChoice to="/" name={search.range ?? 'days30'} range={range} today={today} />}
      />
      <QueryView query={figures} loading={<Loading />} failedIn={Card}>
        {(data) => (
          <div className="flex flex-col gap-4" aria-busy={figures.isFetching}>
            <FigureCards range={range} after={data.range.total} before={data.before.total} />
            <PlanLife range={range} after={data.range.total} before={data.before.total} now={data.now} />
            <Suspense fallback={<Loading />}>
              <FigureCharts range={data.range} before={data.before} />
            </Suspense>
          </div>
        )}
      </QueryView>
    </section>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {countTo(4).map((place) => (
        <Skeleton key={place} className="h-72 rounded-card" />
      ))}
    </div>
  )
}
