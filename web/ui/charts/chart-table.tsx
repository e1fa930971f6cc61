import { charts } from '#messages/charts'
import { useMessages } from '../../messages/messages.ts'
import type { ChartData } from './chart-data.ts'

export type ChartTableProps = ChartData & { title: string; pointsLabel: string }

/** The data of a chart as a table. */
export function ChartTable({ title, pointsLabel, points, series, formatValue }: ChartTableProps) {
  const t = useMessages(charts)
  const name = t('tableOf', { title })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section aria-label={name} tabIndex={0} className="max-h-80 overflow-auto rounded-control border border-line">
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {[pointsLabel, ...series.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col" className="px-3 py-2 text-start font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.key} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-start font-normal">
                {point.fullLabel ?? point.label}
              </th>
              {series.map(({ key, values }) => {
                const value = values[index]
                return (
                  <td translate="no" key={key} className="figures px-3 py-1.5">
                    {value === null || value === undefined ? t('noValue') : formatValue(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
