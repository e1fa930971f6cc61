import { type Instant, minutes, toIso } from '#domain/cairo'

export type CalendarEvent = {
  /** Stays the same when the lesson moves, so that a calendar moves its entry instead of adding a second. */
  uid: string
  start: Instant
  end: Instant
  /** When the file is made; a later file replaces an earlier one. */
  now: Instant
  summary: string
  description: string
  url: string
  reminder: string
}

const MAX_OCTETS = 75
const utf8 = new TextEncoder()

/** `20261121T160000Z`: UTC, so that a calendar in any zone shows the same instant. */
const stamp = (at: Instant) => toIso(at).replace(/\.\d+/, '').replace(/[-:]/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** RFC 5545 3.1: no line is longer than 75 octets, and none is cut inside a letter. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    if (utf8.encode(current + letter).length > MAX_OCTETS) {
      lines.push(current)
      current = ' '
    }
    current += letter
  }
  return [...lines, current].join('\r\n')
}

/** One lesson as an iCalendar file (RFC 5545) with a reminder an hour before. */
export function calendarFile({ uid, start, end, now, summary, description, url, reminder }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hessa//Lessons//AR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `SEQUENCE:${Math.floor(now / minutes(1))}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT1H',
    `DESCRIPTION:${escaped(reminder)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
