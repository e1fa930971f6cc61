import { useNavigate, useSearch } from '@tanstack/react-router'
import { calendarWeekOf, type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '#domain/cairo'

export type Week = TimeRange & {
  /** The day in the address: any of its week. */
  day: LocalDay
  days: LocalDay[]
  saturday: LocalDay
  /** Whether today is one of its days. */
  isCurrent: boolean
  goTo: (day: LocalDay) => void
}

/** The shown week, from Saturday, kept in the address so that going back returns to it. */
export function useWeek(now: Instant): Week {
  const { week } = useSearch({ strict: false })
  const navigate = useNavigate()
  const day = week ?? localDay(now)
  const { days, start, end } = calendarWeekOf(startOfDay(day))
  const goTo = (next: LocalDay) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, week: next === localDay(now) ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return { day, days, start, end, saturday: days[0] ?? day, isCurrent: days.includes(localDay(now)), goTo }
}
