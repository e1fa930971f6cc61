import { daysBetween, type LocalDay } from '#domain/cairo'
import type { Format } from '../../platform/format.ts'

const DAYS_A_WEEK = 7

/**
 * Today, tomorrow, otherwise only the weekday, where space is short; a day of another week by its date. Used on a line of
 * its own.
 */
export function nearWeekday(format: Format, day: LocalDay, today: LocalDay): string {
  const away = daysBetween(today, day)
  if (away <= 1) return format.capital(format.nearDay(day, today))
  return away < DAYS_A_WEEK ? format.weekday(day) : format.shortDate(day)
}
