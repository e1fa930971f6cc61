import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { calendarFeeds } from '#db/schema/calendar-feeds'

/** The statement that invalidates a user's calendar address, if there is one (docs/rules/calendar.md 1.3). */
export const endCalendarAddress = (db: Db, userId: number) =>
  db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
