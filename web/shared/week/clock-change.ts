import { hours, type LocalDay } from '#domain/cairo'
import { rangeOfDay } from './day-span.ts'

/** What Cairo's clocks do on a day: jump forward in spring, back in autumn, else nothing. */
export function clockChangeOn(day: LocalDay): 'forward' | 'back' | null {
  const { start, end } = rangeOfDay(day)
  if (end - start === hours(24)) return null
  return end - start < hours(24) ? 'forward' : 'back'
}
