import { Suspense } from 'react'
import { optionalPart } from '../lazy-part.tsx'
import type { SparklinePlotProps } from './plot.tsx'

const SparklinePlot = optionalPart(async () => (await import('./plot.tsx')).SparklinePlot)

type SparklineProps = Pick<SparklinePlotProps, 'values'> &
  Partial<SparklinePlotProps> & {
    /** A description of the line for screen readers: 'rose from 3 to 12'. */
    label: string
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
