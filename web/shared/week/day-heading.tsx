import { clsx } from 'clsx'
import { Clock } from 'lucide-react'
import { hours, type Instant, type LocalDay, localDay } from '#domain/cairo'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { rangeOfDay } from './day-span.ts'

/** What Cairo's clocks do on a day: jump forward in spring, back in autumn, else nothing. */
function clockChangeOn(day: LocalDay): 'forward' | 'back' | null {
  const { start, end } = rangeOfDay(day)
  if (end - start === hours(24)) return null
  return end - start < hours(24) ? 'forward' : 'back'
}

const HOURS_NAMED = { one: 1, eleven: 11, twelve: 12 }

/** The head of a day's column: weekday, date, whether it is today, and a clock change. */
export function DayHead({ day, now }: { day: LocalDay; now: Instant }) {
  const format = useFormat()
  const isToday = localDay(now) === day
  return (
    <h2 className="flex flex-col items-center text-sm">
      <span className="font-normal text-muted">{format.weekday(day)}</span>
      <span
        className={clsx('grid h-8 min-w-8 place-items-center rounded-full px-1.5', isToday && 'bg-brand text-on-brand')}
        aria-current={isToday ? 'date' : undefined}
      >
        {format.dayOfMonth(day)}
      </span>
      <ClockChange day={day} />
    </h2>
  )
}

/** Explains the hours on the two days a year on which Cairo's clocks change. */
export function ClockChange({ day }: { day: LocalDay }) {
  const t = useMessages(weeks)
  const change = clockChangeOn(day)
  if (!change) return null
  const text = t(change === 'forward' ? 'clockForward' : 'clockBack', HOURS_NAMED)
  return (
    <span className="mt-1 flex items-start gap-1 rounded-control bg-warning-soft px-2 py-1 text-start font-normal text-warning-ink text-xs">
      <Clock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </span>
  )
}
