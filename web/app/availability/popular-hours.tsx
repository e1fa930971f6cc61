import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus } from 'lucide-react'
import { SlotPurpose } from '#domain/availability/purposes'
import { suggestedHours } from '#domain/lessons/demand'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { countTo } from '../../ui/count-to.ts'
import { QuietNote } from '../../ui/quiet-note.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { demandQuery } from './shared/demand-query.ts'
import type { Schedule } from './use-schedule.ts'

const MOST = 3

/** The hours of a week that students book most and that are not open in it; null until they are known. */
export function usePopularHours({ shown, now }: Schedule, week: Week) {
  const { data: demand, isError } = useQuery(demandQuery)
  if (!demand) return isError ? [] : null
  return suggestedHours(demand, shown, Math.max(now, week.start), Number.POSITIVE_INFINITY)
    .filter(({ start }) => start < week.end)
    .slice(0, MOST)
    .sort((one, other) => one.start - other.start)
}

type PopularHoursProps = {
  hours: NonNullable<ReturnType<typeof usePopularHours>>
  schedule: Schedule
  isEmpty: boolean
}

/** A tap puts the hour into the draft, which is saved with the rest of the week. */
export function PopularHours({ hours, schedule, isEmpty }: PopularHoursProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const action = (
    <ul className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
      {countTo(MOST).map((place) => {
        const hour = hours[place - 1]
        if (!hour) return null
        const time = format.capital(format.nearMoment(hour.start, schedule.now))
        // By its place: the next hour takes that of the one that was tapped, and the focus stays.
        return (
          <li key={place}>
            <Button
              variant="secondary"
              icon={Plus}
              onClick={() => schedule.open([{ start: hour.start, end: hour.end, purpose: SlotPurpose.Lesson }])}
              aria-label={t('empty.openTime', { time })}
              className="max-sm:w-full"
            >
              {time}
            </Button>
          </li>
        )
      })}
    </ul>
  )
  return <QuietNote icon={CalendarPlus} text={t(isEmpty ? 'empty.popular' : 'empty.popularMore')} action={action} />
}
