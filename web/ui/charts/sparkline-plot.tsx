import { Line, LineChart, XAxis, YAxis } from 'recharts'
import { language } from '#messages/language'
import { colourOf } from './chart-data.ts'
import type { SparklineProps } from './sparkline.tsx'

export type SparklinePlotProps = Required<Pick<SparklineProps, 'values' | 'tone' | 'height'>>

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
