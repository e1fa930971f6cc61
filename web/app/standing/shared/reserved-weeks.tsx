import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { fromIso, type Instant, overlaps, type TimeRange } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { standing } from '#messages/standing'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useMe } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { standingQuery } from '../standing-times.ts'

/** Beside a calendar: the times of its range that are reserved every week and are no lessons yet; nothing without any. */
export function ReservedWeeks({ range, now }: { range: TimeRange; now: Instant }) {
  const t = useMessages(standing)
  const format = useFormat()
  const me = useMe()
  const { data } = useQuery(standingQuery(me.id))
  const reserved = (data?.list ?? [])
    .flatMap((one) =>
      one.weeks
        .filter(({ state }) => state === 'reserved')
        .map(({ start, end }) => ({
          id: one.id,
          start: fromIso(start),
          end: fromIso(end),
          name: shownName(isStudent(me.role) ? one.tutor : one.student) ?? '',
        })),
    )
    .filter((week) => overlaps(week, range))
    .sort((one, other) => one.start - other.start)
  if (reserved.length === 0) return null
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="flex items-center gap-2 text-lg">
        <CalendarClock aria-hidden className="size-5 text-brand-ink" />
        {t('calendar.title')}
      </h2>
      <ul className="flex flex-col gap-1">
        {reserved.map(({ id, start, end, name }) => (
          <li key={`${id}-${start}`}>
            {t('calendar.line', { when: format.capital(format.nearRange(start, end, now)), name })}
          </li>
        ))}
      </ul>
      <LinkButton to="/standing-times" variant="ghost" size="sm" className="self-start">
        {t('ask.all')}
      </LinkButton>
    </Card>
  )
}
