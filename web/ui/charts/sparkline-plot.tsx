import { Line, LineChart, XAxis, YAxis } from 'recharts'
import { language } from '#messages/language'
import { type ChartTone, colourOf } from './chart-data.ts'

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
