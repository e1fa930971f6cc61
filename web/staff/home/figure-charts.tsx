import { Link } from '@tanstack/react-router'
import type { FiguresOfRange } from '#contract/dashboard'
import type { LocalDay } from '#domain/cairo'
import { canceledIn, type Figures, totalOf } from '#domain/staff/dashboard-figures'
import { staffCharts } from '#messages/staff-charts'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card } from '../../ui/card.tsx'
import { Chart, type ChartProps } from '../../ui/charts/chart.tsx'
import type { ChartSeries } from '../../ui/charts/chart-data.ts'
import { rangeText } from '../table/shared/range-text.ts'
import { figureLists } from './figure-lists.ts'
import { groupsOf } from './figure-range.ts'

type ListName = keyof typeof figureLists
type ListedName = Extract<ListName, keyof typeof staffHome.names>

type FigureChart = Omit<ChartProps, 'pointsLabel' | 'points'> & {
  /** What it counts, each with where that is listed. */
  lists: { name: ListName; label: string; value: string }[]
}

export type FigureChartsProps = { range: FiguresOfRange; before: FiguresOfRange }

const MINUTES_AN_HOUR = 60
const PIASTRES = 100

/** Charts of the figures over a range, each compared with the previous period. */
export function FigureCharts({ range, before }: FigureChartsProps) {
  const t = useMessages(staffHome)
  const words = useMessages(staffCharts)
  const format = useFormat()
  const groups = groupsOf(range.days)
  const earlier = groupsOf(before.days).map(totalOf)
  const isByWeek = groups.length < range.days.length
  const points = groups.map(([first]) => {
    const day = (first?.day ?? range.from) as LocalDay
    return { key: day, label: format.shortDate(day), fullLabel: format.date(day) }
  })
  const sums = groups.map(totalOf)
  const series = (key: string, label: string, read: (figures: Figures) => number, tone?: ChartSeries['tone']) =>
    Object.assign({ key, label, values: sums.map(read) }, tone && { tone })
  const comparison = (read: (figures: Figures) => number): ChartSeries => ({
    key: 'before',
    label: t('figures.before'),
    values: earlier.map(read),
    isComparison: true,
  })
  const { total } = range
  const hours = (minutes: number) => t('figures.hours', { count: Math.round(minutes / MINUTES_AN_HOUR) })
  const plain = (value: number) => format.number(value)
  const compact = (value: number) => format.number(value, { notation: 'compact' })
  const list = (name: ListedName, value: number, show: (value: number) => string = plain) => ({
    name,
    label: t(`names.${name}`),
    value: show(value),
  })
  const charts: FigureChart[] = [
    {
      title: words('lessons'),
      summary: words('lessonsText', { held: total.lessonsHeld, canceled: canceledIn(total) }),
      kind: 'bars',
      isStacked: true,
      series: [
        series('held', t('names.lessonsHeld'), (of) => of.lessonsHeld),
        series('student', t('names.canceledByStudent'), (of) => of.canceledByStudent, 'accent'),
        series('tutor', t('names.canceledByTutor'), (of) => of.canceledByTutor, 'danger'),
        series('staff', t('names.canceledByStaff'), (of) => of.canceledByStaff, 'info'),
      ],
      formatValue: plain,
      lists: [list('lessonsHeld', total.lessonsHeld), list('canceled', canceledIn(total))],
    },
    {
      title: words('money'),
      summary: words('moneyText', { revenue: format.money(total.revenue), refunded: format.money(total.refunded) }),
      kind: 'area',
      series: [
        series('revenue', t('names.revenue'), (of) => of.revenue, 'success'),
        series('refunded', t('names.refunded'), (of) => of.refunded, 'danger'),
        comparison((of) => of.revenue),
      ],
      formatValue: (value) => format.money(value),
      formatAxis: (value) => compact(value / PIASTRES),
      lists: [list('revenue', total.revenue, format.money), list('refunded', total.refunded, format.money)],
    },
    {
      title: words('minutes'),
      summary: words('minutesText', { sold: hours(total.minutesSold), used: hours(total.minutesUsed) }),
      kind: 'line',
      series: [
        series('sold', t('names.minutesSold'), (of) => of.minutesSold, 'accent'),
        series('used', t('names.minutesUsed'), (of) => of.minutesUsed),
        comparison((of) => of.minutesUsed),
      ],
      formatValue: plain,
      formatAxis: compact,
      lists: [list('minutesUsed', total.minutesUsed)],
    },
    {
      title: words('students'),
      summary: words('studentsText', { count: total.newStudents, returning: total.returningStudents }),
      kind: 'bars',
      series: [
        series('new', t('names.newStudents'), (of) => of.newStudents, 'info'),
        series('first', t('names.firstPlans'), (of) => of.firstPlans, 'success'),
        series('returning', t('names.returningStudents'), (of) => of.returningStudents),
      ],
      formatValue: plain,
      lists: [
        list('newStudents', total.newStudents),
        list('firstPlans', total.firstPlans),
        list('returningStudents', total.returningStudents),
      ],
    },
    {
      title: words('hours'),
      summary: words('hoursText', { offered: hours(total.minutesOffered), booked: hours(total.minutesBooked) }),
      kind: 'area',
      series: [
        series('offered', t('names.minutesOffered'), (of) => of.minutesOffered, 'info'),
        series('booked', t('names.minutesBooked'), (of) => of.minutesBooked),
        comparison((of) => of.minutesBooked),
      ],
      formatValue: hours,
      formatAxis: (value) => compact(value / MINUTES_AN_HOUR),
      lists: [],
    },
    {
      title: words('trials'),
      summary: words('trialsText', { started: total.trialsStarted, converted: total.trialsConverted }),
      kind: 'line',
      series: [
        series('started', words('started'), (of) => of.trialsStarted, 'info'),
        series('converted', words('converted'), (of) => of.trialsConverted, 'success'),
        comparison((of) => of.trialsConverted),
      ],
      formatValue: plain,
      lists: [
        { name: 'trialsStarted', label: words('started'), value: plain(total.trialsStarted) },
        { name: 'trialsConverted', label: words('converted'), value: plain(total.trialsConverted) },
      ],
    },
  ]
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {charts.map(({ lists, ...chart }) => (
        <Card key={chart.title} className="flex min-w-0 flex-col gap-3">
          <Chart {...chart} points={points} pointsLabel={t(isByWeek ? 'figures.week' : 'figures.day')} />
          {lists.length > 0 && (
            <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
              {lists.map(({ name, label, value }) => (
                <li key={name}>
                  <Link
                    {...figureLists[name](rangeText(range.from, range.to))}
                    aria-label={t('figures.list', { figure: label, value })}
                    className="text-brand-ink hover:underline"
                  >
                    {label}: {value}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Card>
      ))}
    </div>
  )
}
