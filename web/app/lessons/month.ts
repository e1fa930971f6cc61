import { addDays, addMonths, calendarWeekOf, daysBetween, type LocalDay, localDay, startOfDay } from '#domain/cairo'

export const firstOfMonth = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01` as LocalDay

/** The first day of the month `count` months later. */
export const monthLater = (day: LocalDay, count: number): LocalDay =>
  localDay(addMonths(startOfDay(firstOfMonth(day)), count))

export const isSameMonth = (one: LocalDay, other: LocalDay): boolean => firstOfMonth(one) === firstOfMonth(other)

/** The weeks, from Saturday, that contain the month of this day: four to six of them. */
export function weeksOfMonth(day: LocalDay): LocalDay[][] {
  const first = firstOfMonth(day)
  const last = addDays(monthLater(first, 1), -1)
  const saturdayOf = (one: LocalDay) => calendarWeekOf(startOfDay(one)).days[0] ?? one
  const saturday = saturdayOf(first)
  const count = daysBetween(saturday, saturdayOf(last)) / 7 + 1
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(saturday, week * 7 + weekday)),
  )
}
