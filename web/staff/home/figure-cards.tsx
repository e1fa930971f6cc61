import { Link } from '@tanstack/react-router'
import { Banknote, CalendarX2, Clock, GraduationCap, Repeat, Rocket, Timer, UserPlus } from 'lucide-react'
import {
  cancellationRate,
  conversionRate,
  type DayRange,
  type Figures,
  occupancy,
} from '#domain/staff/dashboard-figures'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import type { Icon } from '../../ui/icon.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import { rangeText } from '../table/shared/range-text.ts'
import { figureLists } from './figure-lists.ts'
import type { StaffAddress } from './kinds.ts'
import { Trend } from './trend.tsx'

type CardName = Exclude<
  keyof typeof staffHome.names,
  `canceled${string}` | `minutes${'Booked' | 'Offered'}` | 'firstPlans' | 'refunded'
>

type FigureCard = {
  name: CardName
  icon: Icon
  tone: 'brand' | 'success' | 'accent' | 'info' | 'danger'
  read: (figures: Figures) => number | null
  words: (format: Format, value: number) => string
  /** Where what it counts is listed, of these days. */
  list?: (days: string) => StaffAddress
  isBad?: boolean
}

const count = (format: Format, value: number) => format.number(value)
const percent = (format: Format, value: number) => format.percent(value)
const money = (format: Format, value: number) => format.money(value)

const cards: readonly FigureCard[] = [
  {
    name: 'lessonsHeld',
    icon: GraduationCap,
    tone: 'brand',
    read: (of) => of.lessonsHeld,
    words: count,
    list: figureLists.lessonsHeld,
  },
  {
    name: 'revenue',
    icon: Banknote,
    tone: 'success',
    read: (of) => of.revenue,
    words: money,
    list: figureLists.revenue,
  },
  { name: 'minutesSold', icon: Timer, tone: 'accent', read: (of) => of.minutesSold, words: count },
  {
    name: 'newStudents',
    icon: UserPlus,
    tone: 'info',
    read: (of) => of.newStudents,
    words: count,
    list: figureLists.newStudents,
  },
  {
    name: 'returningStudents',
    icon: Repeat,
    tone: 'brand',
    read: (of) => of.returningStudents,
    words: count,
    list: figureLists.returningStudents,
  },
  {
    name: 'conversionRate',
    icon: Rocket,
    tone: 'success',
    read: conversionRate,
    words: percent,
    list: figureLists.trialsConverted,
  },
  { name: 'occupancy', icon: Clock, tone: 'info', read: occupancy, words: percent },
  {
    name: 'cancellationRate',
    icon: CalendarX2,
    tone: 'danger',
    read: cancellationRate,
    words: percent,
    list: figureLists.canceled,
    isBad: true,
  },
]

type FigureCardsProps = { range: DayRange; after: Figures; before: Figures }

/** The totals of a range, each with how it changed against the time before; those that have a list lead to it. */
export function FigureCards({ range, after, before }: FigureCardsProps) {
  const t = useMessages(staffHome)
  const format = useFormat()
  return (
    <ul aria-label={t('figures.totals')} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {cards.map(({ name, icon, tone, read, words, list, isBad }) => {
        const [value, was] = [read(after), read(before)]
        const text = value === null ? t('figures.noShare') : words(format, value)
        return (
          <li key={name}>
            <StatCard
              label={t(`names.${name}`)}
              icon={icon}
              tone={tone}
              value={
                list && value !== null ? (
                  <Link
                    {...list(rangeText(range.from, range.to))}
                    aria-label={t('figures.list', { figure: t(`names.${name}`), value: text })}
                    className="text-brand-ink after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
                  >
                    {text}
                  </Link>
                ) : (
                  text
                )
              }
              hint={
                value !== null &&
                was !== null && <Trend before={was} after={value} text={words(format, was)} isBad={isBad ?? false} />
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
