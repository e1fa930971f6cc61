import { eq } from 'drizzle-orm'
import type { readCalendar } from '#contract/calendar'
import { calendarFeeds } from '#db/schema/calendar-feeds'
import { addDays, localDay, minutes, startOfDay } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isKnown } from '#domain/http-caching'
import { PAST_DAYS } from '#domain/lessons/calendar-events'
import { webOrigins } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { sha256 } from '../http/sha256.ts'
import { consumeFixedWindow } from '../http/throttle.ts'
import { eventsOf } from './calendar-events.ts'
import { calendarText } from './calendar-ics.ts'

/**
 * Calendar clients poll a few times an hour, and several devices of a person share the address (docs/rules/calendar.md
 * 1.4).
 */
const READS = { uses: 60, windowMs: minutes(10) }
/** The servers of large calendar services fetch for many people from one network, but not addresses that do not exist. */
const UNKNOWN = { uses: 20, windowMs: minutes(1) }

/**
 * A person's calendar at its secret address (docs/rules/calendar.md 1.1, 2.1).
 * @throws DomainError `not-found` for an unknown or invalidated address, `too-many-requests`.
 */
export const feed: Act<typeof readCalendar> = async ({ params, db, env, now, headers, ip }) => {
  const hash = await sha256(params.file.slice(0, -'.ics'.length))
  const [owner] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.tokenHash, hash))
  if (!owner) {
    await consumeFixedWindow(db, `calendar-unknown:${ip}`, UNKNOWN, now)
    throw new DomainError('not-found')
  }
  await consumeFixedWindow(db, `calendar:${owner.userId}`, READS, now)
  // Starts at a day boundary, so that the text and its ETag stay the same until something changes.
  const from = startOfDay(addDays(localDay(now), -PAST_DAYS))
  const [appOrigin = ''] = webOrigins(env)
  const body = calendarText(await eventsOf(db, owner.userId, from), appOrigin)
  const etag = `"${await sha256(body)}"`
  const answered = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
  if (isKnown(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: answered })
  return new Response(body, {
    headers: {
      ...answered,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="hessa.ics"',
    },
  })
}
