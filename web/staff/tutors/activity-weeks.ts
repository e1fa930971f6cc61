import { addDays, calendarWeekOf, type Instant, type LocalDay, localDay } from '#domain/cairo'

/** Day to taught minutes; days without a lesson are left out. */
export type Activity = Readonly<Record<string, { score: number; lessonCount: number }>>
export type ActivityDay = { day: LocalDay; lessonCount: number; level: 0 | 1 | 2 | 3 | 4 }

/** Shades: a day of one short lesson is visible, a day of five long ones has the darkest. */
function levelOf(score: number): ActivityDay['level'] {
  if (score <= 0) return 0
  if (score <= 2) return 1
  if (score <= 4) return 2
  return score <= 8 ? 3 : 4
}

/** The last weeks, Saturday first, up to today: each a column of the activity grid. */
export function activityWeeks(activity: Activity, now: Instant, count: number): ActivityDay[][] {
  const today = localDay(now)
  const saturday = calendarWeekOf(now).days[0] ?? today
  const dayAt = (week: number, index: number): LocalDay => addDays(saturday, (week - count + 1) * 7 + index)
  const cellOf = (day: LocalDay): ActivityDay => {
    const taught = activity[day]
    return { day, lessonCount: taught?.lessonCount ?? 0, level: levelOf(taught?.score ?? 0) }
  }
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => dayAt(week, index))
      .filter((day) => day <= today)
      .map(cellOf),
  )
}

export const lessonsIn = (weeks: readonly ActivityDay[][]): number =>
  weeks.flat().reduce((sum, { lessonCount }) => sum + lessonCount, 0)
