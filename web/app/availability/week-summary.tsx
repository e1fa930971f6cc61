import { overlaps, type TimeRange } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { Week } from '../week/shared/use-week.ts'
import type { Schedule } from './use-schedule.ts'

/** The minutes of a slot that lie in a week. */
const minutesIn = (week: TimeRange, { start, end }: TimeRange) =>
  Math.max(0, Math.min(end, week.end) - Math.max(start, week.start)) / 60_000

/** How much is open in the week, and how much of it is booked. */
export function WeekSummary({ schedule: { shown, lessons, lost }, week }: { schedule: Schedule; week: Week }) {
  const t = useMessages(availability)
  const format = useFormat()
  const open = shown.reduce((sum, slot) => sum + minutesIn(week, slot), 0)
  const booked = t('booked', {
    count: lessons.filter((lesson) => overlaps(lesson, week) && !lost.includes(lesson)).length,
  })
  return <p className="text-muted text-sm">{t('summary', { hours: format.duration(open), booked })}</p>
}
