import { type ChartSeries, colourOf, DASHES } from './chart-data.ts'

/** A piece of a series' line, as in the drawing. */
export function SeriesMark({ series }: { series: ChartSeries }) {
  return (
    <svg aria-hidden width="18" height="8" className="shrink-0">
      <line
        x1="0"
        y1="4"
        x2="18"
        y2="4"
        stroke={colourOf(series)}
        strokeWidth={series.isComparison ? 1.5 : 3}
        strokeDasharray={series.isComparison ? DASHES : undefined}
      />
    </svg>
  )
}
