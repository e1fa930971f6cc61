import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { charts } from '#messages/charts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { SeriesMark } from './series-mark.tsx'

/** The library that draws is larger than a first screen; it arrives with the first chart. */
const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot)

export type ChartProps = ChartData & {
  title: string
  /** A one-sentence summary of the chart. */
  summary: ReactNode
  /** What the points are: the heading of the table's first column, such as "day". */
  pointsLabel: string
  headingLevel?: 2 | 3
  height?: number
  /** Beside the button that switches to the table. */
  action?: ReactNode
}

/**
 * Lines, areas or bars over time, with a title, a sentence, a legend and the same numbers as a table. The arrow keys move
 * through the points. Belongs into a `Card`.
 */
export function Chart(props: ChartProps) {
  const { title, summary, pointsLabel, headingLevel = 3, height = 240, action, ...data } = props
  const t = useMessages(charts)
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Heading id={headingId} className="text-base">
            {title}
          </Heading>
          <p className="text-muted text-sm">{summary}</p>
        </div>
        <div className="flex items-center gap-2">
          {action}
          <Button variant="ghost" size="sm" icon={isTable ? ChartLine : Table2} onClick={() => setTable(!isTable)}>
            {isTable ? t('asChart') : t('asTable')}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
      </div>
      {isTable ? (
        <ChartTable {...data} title={title} pointsLabel={pointsLabel} />
      ) : (
        <>
          <div style={{ height }}>
            <Suspense fallback={<Skeleton className="h-full w-full rounded-control" />}>
              <Plot {...data} title={`${title}. ${t('keyboard')}`} height={height} />
            </Suspense>
          </div>
          {data.series.length > 1 && (
            <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
              {data.series.map((series) => (
                <li key={series.key} className="flex items-center gap-2">
                  <SeriesMark series={series} />
                  {series.label}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
