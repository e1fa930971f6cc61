/** A meaning of the design system; comparisons are always muted. */
export type ChartTone = 'brand' | 'accent' | 'info' | 'success' | 'danger'

/** One line or group of bars. */
export type ChartSeries = {
  key: string
  label: string
  /** One for each point of the chart; null leaves a gap. */
  values: readonly (number | null)[]
  tone?: ChartTone
  /** The same of the time before: dashed and muted. */
  isComparison?: boolean
}

/** A place on the chart's axis of time. */
export type ChartPoint = {
  key: string
  /** Short, for the axis. */
  label: string
  /** In full, for the tooltip and the table. */
  fullLabel?: string
}

export type ChartData = {
  kind: 'line' | 'area' | 'bars'
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** For the tooltip and the table. */
  formatValue: (value: number) => string
  /** For the axis, where it is to be shorter. */
  formatAxis?: (value: number) => string
  /** Puts the bars of a point on each other instead of side by side. */
  isStacked?: boolean
}

const COLOURS: Record<ChartTone, string> = {
  brand: 'var(--color-brand)',
  accent: 'var(--color-accent-ink)',
  info: 'var(--color-info)',
  success: 'var(--color-success)',
  danger: 'var(--color-danger)',
}

/** The token by which a series is drawn; all of them keep 3:1 on a card in both themes. */
export const colourOf = ({ tone = 'brand', isComparison }: ChartSeries): string =>
  isComparison ? 'var(--color-strong)' : COLOURS[tone]

export const DASHES = '5 4'
