import { lazy, Suspense } from 'react'
import type { ChartTone } from './chart-data.ts'

const SparklinePlot = lazy(async () => ({ default: (await import('./sparkline-plot.tsx')).SparklinePlot }))

export type SparklineProps = {
  /** Oldest first. */
  values: readonly (number | null)[]
  /** A description of the line for screen readers: 'rose from 3 to 12'. */
  label: string
  tone?: ChartTone
  height?: number
}

/** A small line without axes next to a figure. */
export function Sparkline({ values, label, tone = 'brand', height = 36 }: SparklineProps) {
  return (
    <div role="img" aria-label={label} dir="ltr" className="w-full min-w-16" style={{ height }}>
      <Suspense>
        <SparklinePlot values={values} tone={tone} height={height} />
      </Suspense>
    </div>
  )
}
