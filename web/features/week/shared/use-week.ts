import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  calendarWeekOf,
  type Instant,
  isLocalDay,
  type LocalDay,
  localDay,
  startOfDay,
  type TimeRange,
} from '#domain/cairo'

/** The day that `?week=` names; today when it names none. */
export const readWeek = (raw: unknown, now: Instant): LocalDay =>
  typeof raw === 'string' && isLocalDay(raw) ? raw : localDay(now)

export type Week = TimeRange & {
  /** The day in the address: any of its week. */
  day: LocalDay
  days: LocalDay[]
  saturday: LocalDay
  /** Whether today is one of its days. */
  isCurrent: boolean
  goTo: (day: LocalDay) => void
}

/** The week that is looked at, from Saturday, kept in the address so that going back brings it back. */
export function useWeek(now: Instant): Week {
  const { week } = useSearch({ strict: false }) as { week?: unknown }
  const navigate = useNavigate()
  const day = readWeek(week, now)
  const { days, start, end } = calendarWeekOf(startOfDay(day))
  const goTo = (next: LocalDay) =>
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, week: next === localDay(now) ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return { day, days, start, end, saturday: days[0] ?? day, isCurrent: days.includes(localDay(now)), goTo }
}
