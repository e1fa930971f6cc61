import { type Instant, occurrenceOf, ZONE } from '#domain/cairo'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})

/** Added to a time that occurs twice in the autumn overlap; the same text as in the web app. */
const OCCURRENCES = { first: ' (أول مرة)', second: ' (تاني مرة)' }

/** A time in messages, in Cairo: `Sat 4 Oct 07:30 PM` (docs/rules/messages.md 1.4). */
export function formatMessageTime(at: Instant): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const occurrence = occurrenceOf(at)
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.hour}:${parts.minute} ${parts.dayPeriod}${occurrence ? OCCURRENCES[occurrence] : ''}`
}
