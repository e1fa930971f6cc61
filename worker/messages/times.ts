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

/** Which of the two hours is meant that autumn shows alike, in the words of the screens. */
const OCCURRENCES = { first: ' (أول مرة)', second: ' (تاني مرة)' }

/** A time as messages say it, in Cairo: `Sat 4 Oct 07:30 PM` (docs/rules/messages.md 1.4). */
export function formatMessageTime(at: Instant): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const pass = occurrenceOf(at)
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.hour}:${parts.minute} ${parts.dayPeriod}${pass ? OCCURRENCES[pass] : ''}`
}
