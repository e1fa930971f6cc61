import { type Instant, toIso } from '#domain/cairo'

/** What is put into a calendar; the times are epoch milliseconds. */
export type CalendarEvent = {
  /** That of `eventUid`: it stays when the event moves, so that a calendar moves its entry instead of adding a second. */
  uid: string
  title: string
  start: Instant
  end: Instant
  url: string
  description: string
}

type FileWords = { now: Instant; reminder: string }

const REMINDER_SECONDS = 3600

/**
 * The event as an iCalendar file with a reminder an hour before, in UTC, so that a calendar in any zone shows the same instant.
 * `now` is when the file is made: a later file replaces an earlier one. The library is fetched with the first file.
 */
export async function calendarFile(event: CalendarEvent, { now, reminder }: FileWords): Promise<string> {
  const { default: ical, ICalAlarmType, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: 'Hessa', product: 'Calendar', language: 'AR' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar
    .createEvent({
      id: event.uid,
      sequence: Math.floor(now / 1000),
      stamp: toIso(now),
      start: toIso(event.start),
      end: toIso(event.end),
      summary: event.title,
      description: event.description,
      url: event.url,
      status: ICalEventStatus.CONFIRMED,
    })
    .createAlarm({ type: ICalAlarmType.display, trigger: REMINDER_SECONDS, description: reminder })
  return calendar.toString()
}

/** `20261122T160000Z` */
const stamp = (at: Instant): string => toIso(at).replace(/\.\d+/, '').replace(/[-:]/g, '')

/** The page of Google Calendar on which the event waits to be saved. */
export function googleAddress({ title, start, end, description, url }: CalendarEvent): string {
  const event = { action: 'TEMPLATE', text: title, details: description, location: url }
  const query = new URLSearchParams({ ...event, dates: `${stamp(start)}/${stamp(end)}` })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** The same of Outlook on the web. */
export function outlookAddress({ title, start, end, description, url }: CalendarEvent): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    body: description,
    location: url,
    startdt: toIso(start),
    enddt: toIso(end),
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}
