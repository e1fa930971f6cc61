import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { language } from '#messages/language'
import { type ChartData, type ChartSeries, type ChartTone, colourOf, DASHES } from './chart-data.ts'
import { SeriesMark } from './series-mark.tsx'

export type PlotProps = ChartData & { title: string; height: number }

const TICK = { fill: 'var(--color-muted)', fontSize: 12, fontFamily: 'var(--font-sans)' }

/** Every series as a column of the row of its point. */
const rowsOf = ({ points, series }: ChartData) =>
  points.map((point, index) => ({
    name: point.key,
    values: Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? null])),
  }))

type Row = ReturnType<typeof rowsOf>[number]

function Mark({ series, kind, isStacked }: { series: ChartSeries; kind: ChartData['kind']; isStacked: boolean }) {
  const colour = colourOf(series)
  const shared = {
    dataKey: (row: Row) => row.values[series.key],
    name: series.label,
    stroke: colour,
    isAnimationActive: false,
  }
  if (kind === 'bars')
    return (
      <Bar
        {...shared}
        fill={colour}
        fillOpacity={series.isComparison ? 0.15 : 1}
        strokeDasharray={series.isComparison ? DASHES : '0'}
        radius={isStacked ? 0 : [3, 3, 0, 0]}
        maxBarSize={28}
        {...(isStacked && !series.isComparison ? { stackId: 'all' } : {})}
      />
    )
  if (kind === 'area' && !series.isComparison)
    return <Area {...shared} type="monotone" fill={colour} fillOpacity={0.12} strokeWidth={2} dot={false} />
  return (
    <Line
      {...shared}
      type="monotone"
      strokeWidth={series.isComparison ? 1.5 : 2}
      strokeDasharray={series.isComparison ? DASHES : '0'}
      dot={false}
    />
  )
}

/** What the pointer or the keyboard is on. Announced, because the keyboard moves through the points without the focus. */
function Reading({ data, label, active }: { data: ChartData; label: unknown; active: boolean }) {
  const index = data.points.findIndex(({ key }) => key === label)
  const point = data.points[index]
  if (!active || !point) return null
  return (
    <div
      dir={language.direction}
      role="status"
      className="flex flex-col gap-1 rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-raised"
    >
      <strong>{point.fullLabel ?? point.label}</strong>
      {data.series.map((series) => {
        const value = series.values[index]
        return (
          <span key={series.key} className="flex items-center gap-2 whitespace-nowrap text-muted">
            <SeriesMark series={series} />
            {series.label}
            <span translate="no" className="figures ms-auto ps-3 font-semibold text-ink">
              {value === null || value === undefined ? '—' : data.formatValue(value)}
            </span>
          </span>
        )
      })}
    </div>
  )
}

/**
 * Draws a chart. Time runs from right to left, and the value axis is on the right. The container's direction is left to
 * right nevertheless, because SVG otherwise mirrors text anchors, and labels would overlap the lines.
 */
export function Plot({ title, height, ...data }: PlotProps) {
  const { kind, points, series, formatValue, formatAxis = formatValue, isStacked = false } = data
  const labels = new Map(points.map(({ key, label }) => [key, label]))
  const named = { 'aria-label': title }
  return (
    <div dir="ltr">
      <ComposedChart
        responsive
        data={rowsOf(data)}
        style={{ width: '100%', height }}
        margin={{ top: 8, right: 0, bottom: 0, left: 8 }}
        {...named}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="name"
          reversed={language.direction === 'rtl'}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          tickFormatter={(key: string) => labels.get(key) ?? ''}
          minTickGap={24}
          interval="preserveStartEnd"
        />
        <YAxis
          orientation={language.direction === 'rtl' ? 'right' : 'left'}
          width="auto"
          tick={TICK}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value: number) => formatAxis(value)}
        />
        <Tooltip
          cursor={{ stroke: 'var(--color-strong)', fill: 'var(--color-sunken)', fillOpacity: 0.6 }}
          isAnimationActive={false}
          content={({ active, label }: TooltipContentProps) => <Reading data={data} label={label} active={active} />}
        />
        {series
          .toSorted((one, other) => Number(other.isComparison ?? false) - Number(one.isComparison ?? false))
          .map((one) => (
            <Mark key={one.key} series={one} kind={kind} isStacked={isStacked} />
          ))}
      </ComposedChart>
    </div>
  )
}

export type SparklinePlotProps = {
  /** Oldest first. */
  values: readonly (number | null)[]
  tone: ChartTone
  height: number
}

/** The line of a sparkline, newest value on the left; the adjacent text describes it. */
export function SparklinePlot({ values, tone, height }: SparklinePlotProps) {
  const rows = values.map((value, index) => ({ index, value }))
  return (
    <LineChart
      responsive
      accessibilityLayer={false}
      data={rows}
      style={{ width: '100%', height }}
      margin={{ top: 3, right: 3, bottom: 3, left: 3 }}
    >
      <XAxis dataKey="index" reversed={language.direction === 'rtl'} hide />
      <YAxis hide domain={['auto', 'auto']} />
      <Line
        dataKey="value"
        type="monotone"
        stroke={colourOf({ key: '', label: '', values, tone })}
        strokeWidth={1.5}
        dot={false}
        isAnimationActive={false}
      />
    </LineChart>
  )
}
