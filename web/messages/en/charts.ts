import type { charts as ar } from '../ar/charts.ts'
import type { Wording } from '../messages.ts'

export const charts = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  tableOf: 'Table: {title}',
  keyboard: 'Use the arrow keys to move between points.',
  noValue: 'None',
} as const satisfies Wording<typeof ar>
