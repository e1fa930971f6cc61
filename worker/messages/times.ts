import { type Instant, localTime, minutes, occurrenceOf } from '#domain/cairo'

// Cairo's wall time is formatted as if it were UTC, as in the web app: `domain/cairo.ts` alone knows the zone.
const dates = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ar-EG-u-nu-arab', { calendar: 'gregory', timeZone: 'UTC', ...options })
const weekdays = dates({ weekday: 'long' })
const days = dates({ day: 'numeric', month: 'long' })
const clocks = dates({ hour: 'numeric', minute: '2-digit', hour12: true })

/** Added to a time that occurs twice in the autumn overlap; the same text as in the web app. */
const OCCURRENCES = { first: ' (أول مرة)', second: ' (تاني مرة)' }

/** A time in messages, in Cairo and in the words of the web app: `السبت ٤ أكتوبر، ٧:٣٠ م` (docs/rules/messages.md 1.4). */
export function formatMessageTime(at: Instant): string {
  const wall = at + minutes(localTime(at).offsetMinutes)
  const occurrence = occurrenceOf(at)
  return `${weekdays.format(wall)} ${days.format(wall)}، ${clocks.format(wall)}${occurrence ? OCCURRENCES[occurrence] : ''}`
}
