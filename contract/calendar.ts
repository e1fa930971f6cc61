import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/calendar.ts'
import { instant, nothing } from './fields.ts'
import { proof, proofErrors } from './proof.ts'

/** The caller's secret calendar address and its creation time. */
const calendarFeed = z.object({ url: z.string(), createdAt: instant })
export type CalendarFeed = z.input<typeof calendarFeed>

export const getCalendarFeed = defineCall(calls.getCalendarFeed, {
  may: 'calendar.read',
  summary: 'Since when one’s own calendar has a secret address; null without one',
  answer: z.nullable(z.object({ createdAt: instant })),
  errors: [],
})

export const revealCalendarFeed = defineCall(calls.revealCalendarFeed, {
  may: 'calendar.reveal',
  summary: 'The secret address of one’s own calendar',
  body: proof,
  answer: calendarFeed,
  errors: ['not-found', ...proofErrors],
})

export const renewCalendarFeed = defineCall(calls.renewCalendarFeed, {
  may: 'calendar.renew',
  summary: 'Make a new address, which ends the one before',
  body: proof,
  answer: calendarFeed,
  errors: [...proofErrors],
})

export const stopCalendarFeed = defineCall(calls.stopCalendarFeed, {
  may: 'calendar.stop',
  summary: 'End the address',
  answer: nothing,
  errors: [],
})

export const readCalendar = defineCall(calls.readCalendar, {
  may: 'calendar.feed',
  summary:
    'Lessons, interviews and demo sessions as iCalendar (RFC 5545), for calendar programs: the address is the key',
  /** The token followed by `.ics`. */
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  /** `text/calendar`, with an ETag. */
  answer: z.unknown(),
  errors: ['not-found', 'too-many-requests'],
})
