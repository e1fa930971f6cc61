import { type Instant, ZONE } from '#domain/cairo'

const format = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: ZONE, weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', hour12: true },
})

/** A time as messages say it, in Cairo: `Sat 4 Oct 07:30 PM` (facts: lessons 17). */
export function timeInMessages(at: Instant): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.hour}:${parts.minute} ${parts.dayPeriod}`
}
