import type { Point } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/charts/chart.tsx'

const MINUTE = 60_000

const total = (points: readonly Point[], field: 'requests' | 'failures' | 'rowsRead' | 'rowsWritten') =>
  points.reduce((sum, point) => sum + point[field], 0)

type TrafficChartsProps = {
  points: readonly Point[]
  /** Points closer than a minute say their second too. */
  hasSeconds: boolean
}

/** Requests, durations and rows over time. */
export function TrafficCharts({ points, hasSeconds }: TrafficChartsProps) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const axis = points.map(({ at }) => {
    const instant = Date.parse(at)
    const label = format.time(instant)
    const seconds = (instant % MINUTE) / 1000
    return { key: at, label, fullLabel: hasSeconds ? t('charts.seconds', { time: label, seconds }) : label }
  })
  const count = (value: number) => format.number(value)
  const milliseconds = (value: number) => t('charts.ms', { value: format.number(value, { maximumFractionDigits: 0 }) })
  const valuesOf = (field: keyof Point) => points.map((point) => point[field] as number | null)
  return (
    <div className="grid gap-4 xl:grid-cols-3">
      <Card>
        <Chart
          kind="area"
          title={t('charts.requests')}
          summary={t('charts.requestsText', {
            count: total(points, 'requests'),
            failures: total(points, 'failures'),
          })}
          pointsLabel={t('charts.time')}
          points={axis}
          series={[
            { key: 'requests', label: t('charts.requests'), values: valuesOf('requests') },
            { key: 'errors', label: t('charts.errors'), values: valuesOf('errors'), tone: 'accent' },
            { key: 'failures', label: t('charts.failures'), values: valuesOf('failures'), tone: 'danger' },
          ]}
          formatValue={count}
        />
      </Card>
      <Card>
        <Chart
          kind="bars"
          title={t('charts.durations')}
          summary={t('charts.durationsText')}
          pointsLabel={t('charts.time')}
          points={axis}
          series={[
            { key: 'p50', label: t('calls.p50'), values: valuesOf('p50') },
            { key: 'p99', label: t('calls.p99'), values: valuesOf('p99'), tone: 'accent' },
          ]}
          formatValue={milliseconds}
          formatAxis={count}
        />
      </Card>
      <Card>
        <Chart
          kind="bars"
          isStacked
          title={t('charts.rows')}
          summary={t('charts.rowsText', { read: total(points, 'rowsRead'), written: total(points, 'rowsWritten') })}
          pointsLabel={t('charts.time')}
          points={axis}
          series={[
            { key: 'read', label: t('charts.read'), values: valuesOf('rowsRead'), tone: 'info' },
            { key: 'written', label: t('charts.written'), values: valuesOf('rowsWritten'), tone: 'accent' },
          ]}
          formatValue={count}
        />
      </Card>
    </div>
  )
}
