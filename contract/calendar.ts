import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { instant, nothing } from './fields.ts'

/** The caller's secret calendar address and its creation time; null without one. */
const calendarFeed = z.object({ url: z.string(), createdAt: instant })
export type CalendarFeed = z.input<typeof calendarFeed>

export const getCalendarFeed = defineCall({
  may: 'calendar.read',
  method: 'GET',
  path: '/calendar-feed',
  summary: 'The secret address of one’s own calendar',
  answer: z.nullable(calendarFeed),
  errors: [],
})

export const renewCalendarFeed = defineCall({
  may: 'calendar.renew',
  method: 'PUT',
  path: '/calendar-feed',
  summary: 'Make a new address, which ends the one before',
  answer: calendarFeed,
  errors: [],
})

export const stopCalendarFeed = defineCall({
  may: 'calendar.stop',
  method: 'DELETE',
  path: '/calendar-feed',
  summary: 'End the address',
  answer: nothing,
  errors: [],
})

export const readCalendar = defineCall({
  may: 'calendar.feed',
  method: 'GET',
  path: '/calendar/:file',
  summary:
    'Lessons, interviews and demo sessions as iCalendar (RFC 5545), for calendar programs: the address is the key',
  /** The token followed by `.ics`. */
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  /** `text/calendar`, with an ETag. */
  answer: z.unknown(),
  errors: ['not-found', 'too-many-requests'],
})
