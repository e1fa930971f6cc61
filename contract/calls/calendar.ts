import { address } from '../address.ts'

export const getCalendarFeed = address('GET', '/calendar-feed')
export const revealCalendarFeed = address('POST', '/calendar-feed/address')
export const renewCalendarFeed = address('PUT', '/calendar-feed')
export const stopCalendarFeed = address('DELETE', '/calendar-feed')
export const readCalendar = address('GET', '/calendar/:file')
