import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Slot, Subslot } from '#contract/availability'
import { listSlots } from '#contract/calls/availability'
import type { Answer } from '#contract/client'
import { addDays, calendarWeekOf, fromIso, type LocalDay, localDay, startOfDay, toIso } from '#domain/cairo'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { DayHead } from '../../shared/week/day-heading.tsx'
import { spanInDay } from '../../shared/week/day-span.ts'
import { assignLanes, type Lane, type Span } from '../../shared/week/lanes.ts'
import { PeriodBar } from '../../shared/week/period-bar.tsx'
import { useWeekLabel } from '../../shared/week/use-week-label.ts'
import { blockStyle, WeekGrid } from '../../shared/week/week-grid.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'

const WEEK_DAYS = 7

/** The slots that a tutor offers in a week, and what is booked of them; to look at only. */
export function WeekTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const label = useWeekLabel()
  const now = useNow(60_000)
  const { days, start, end, isCurrent, goTo } = useShownWeek(now)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'slots', start],
    queryFn: ({ signal }) => {
      const window = { after: toIso(start), before: toIso(end) }
      return request(listSlots, { query: { userIds: [person.id], full: true, ...window } }, { signal })
    },
  })
  const saturday = days[0] ?? localDay(now)
  const week = (answer?: Answer<typeof listSlots>) => {
    const slots = answer?.slots.list ?? []
    const booked = answer?.subslots ?? []
    return (
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PeriodBar
            label={label(days)}
            unit="week"
            isCurrent={isCurrent}
            onPrevious={() => goTo(addDays(saturday, -WEEK_DAYS))}
            onNext={() => goTo(addDays(saturday, WEEK_DAYS))}
            onToday={() => goTo(localDay(now))}
          />
          {answer && (
            <p role="status" className="text-muted text-sm">
              {slots.length === 0
                ? t('week.slots', { count: 0 })
                : t('week.offered', {
                    offered: format.duration(minutesOf(slots)),
                    booked: format.duration(minutesOf(booked)),
                  })}
            </p>
          )}
        </div>
        <div aria-busy={!answer}>
          <WeekGrid
            label={t('week.grid', { week: label(days) })}
            days={days}
            now={now}
            spans={days.flatMap((day) => placedOn(slots, day))}
            isReady={answer !== undefined}
            hourLabel={(hour) => format.timeOfDay(hour * 60)}
            head={(day) => <DayHead day={day} now={now} />}
          >
            {(day) => <Day day={day} slots={slots} booked={booked} />}
          </WeekGrid>
        </div>
      </div>
    )
  }
  return (
    <QueryView query={query} loading={week()}>
      {week}
    </QueryView>
  )
}

const minutesOf = (ranges: readonly { start: string; end: string }[]): number =>
  ranges.reduce((sum, { start, end }) => sum + (fromIso(end) - fromIso(start)) / 60_000, 0)

const placedOn = <T extends { start: string; end: string }>(ranges: readonly T[], day: LocalDay): (T & Span & Lane)[] =>
  assignLanes(
    ranges.flatMap((range) => {
      const span = spanInDay({ start: fromIso(range.start), end: fromIso(range.end) }, day)
      return span ? [{ ...range, ...span }] : []
    }),
  )

function Day({ day, slots, booked }: { day: LocalDay; slots: readonly Slot[]; booked: readonly Subslot[] }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const rangeText = ({ start, end }: { start: string; end: string }) => format.timeRange(fromIso(start), fromIso(end))
  return (
    <>
      {placedOn(slots, day).map((slot) => (
        <div key={slot.id} style={blockStyle(slot)} className="absolute p-px">
          <p className="size-full overflow-hidden rounded-lg border border-brand/50 bg-brand-soft px-1.5 py-0.5 text-brand-ink text-xs">
            <span className="block font-semibold">{rangeText(slot)}</span>
            {staffPerson.week.purposes[slot.purpose]}
          </p>
        </div>
      ))}
      {placedOn(booked, day).map((part) => (
        <div key={`${part.parent}-${part.start}`} style={blockStyle(part)} className="absolute p-px">
          <p className="ms-auto h-full w-1/2 overflow-hidden rounded-md bg-brand px-1 text-[0.6875rem] text-on-brand leading-tight">
            {t('week.booked')} <span className="sr-only">{rangeText(part)}</span>
          </p>
        </div>
      ))}
    </>
  )
}

/** The shown week, from Saturday; it is in the address. */
function useShownWeek(now: number) {
  const { week } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { days, start, end } = calendarWeekOf(startOfDay(week ?? localDay(now)))
  const goTo = (day: LocalDay) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, week: day === localDay(now) ? undefined : day }),
      replace: true,
      resetScroll: false,
    })
  return { days, start, end, isCurrent: days.includes(localDay(now)), goTo }
}
