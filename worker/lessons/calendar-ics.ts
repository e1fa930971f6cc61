import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { occurrenceOf, toIso, wallTime, ZONE } from '#domain/cairo'
import { type CalendarEvent, eventUid } from '#domain/lessons/calendar-events'
import { type SessionKind, sessionPath } from '#domain/sessions/session-id'

/**
 * Cairo time by Law 24 of 2023 (docs/rules/time.md 1.1), without summer time before it. The hour repeated in autumn ends at
 * 24:00 of a Thursday, which may be the last day of October. iCalendar has no 24:00, so the change is written one second
 * early, which falls between two quarter hours.
 */
const CAIRO = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:20150101T000000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0200',
  'TZNAME:EET',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20230428T000000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1FR',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'TZNAME:EEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20231026T235959',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1TH',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'TZNAME:EET',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

const TITLES: Record<SessionKind, string> = { lesson: 'حصة إنجليزي', interview: 'مقابلة', demo: 'حصة تجريبية' }
const REMINDER_SECONDS = 3600
const REFRESH_SECONDS = 3600

/**
 * With a zone, the library writes an instant as Cairo's wall time without an offset. A time in the hour repeated in autumn
 * would name two instants and is written in UTC instead.
 */
const isAmbiguous = ({ start, end }: CalendarEvent): boolean =>
  occurrenceOf(start) !== null || occurrenceOf(end) !== null
const wallText = (at: number): string => toIso(wallTime(at)).slice(0, -1)

/** The calendar as iCalendar (RFC 5545); deterministic for the same events (docs/rules/calendar.md 2.2). */
export function calendarText(events: readonly CalendarEvent[], appOrigin: string): string {
  const calendar = ical({
    name: 'حصة',
    prodId: { company: 'Hessa', product: 'Calendar', language: 'AR' },
    method: ICalCalendarMethod.PUBLISH,
    // No zone for the whole calendar: each event states its own.
    timezone: { name: null, generator: () => CAIRO },
    ttl: REFRESH_SECONDS,
    x: { 'X-WR-TIMEZONE': ZONE },
  })
  for (const event of events) {
    const { kind, start, end, isCanceled, createdAt, updatedAt, sequence, otherName } = event
    const url = `${appOrigin}${sessionPath(event)}`
    const time = isAmbiguous(event)
      ? { start: toIso(start), end: toIso(end) }
      : { start: wallText(start), end: wallText(end), timezone: ZONE }
    calendar
      .createEvent({
        ...time,
        id: eventUid(event),
        sequence,
        stamp: toIso(updatedAt),
        created: toIso(createdAt),
        lastModified: toIso(updatedAt),
        summary: otherName ? `${TITLES[kind]} مع ${otherName}` : TITLES[kind],
        description: `ادخل من هنا: ${url}`,
        url,
        status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
      .alarms(
        isCanceled ? [] : [{ type: ICalAlarmType.display, trigger: REMINDER_SECONDS, description: 'ميعادك كمان ساعة' }],
      )
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
