import * as contract from '#contract/calendar'
import { bind, routes } from '../http/bind.ts'
import { read, renew, stop } from './address.ts'
import { feed } from './feed.ts'

export const calendarRoutes = routes(
  bind(contract.getCalendarFeed, read),
  bind(contract.renewCalendarFeed, renew),
  bind(contract.stopCalendarFeed, stop),
  bind(contract.readCalendar, feed),
)
