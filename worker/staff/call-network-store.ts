import { sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { callDays, callMinutes, callNetworks } from '#db/schema/call-minutes'
import { fromExcluded } from '#db/schema/columns'
import { addDays, type Instant, type LocalDay, localDay, plusDays, startOfDay } from '#domain/cairo'
import { COUNTED_DAYS, callNetworksSince } from '#domain/staff/call-networks'
import { moveCursor, readCursor } from './figure-cursor.ts'

/** How calls were by network operator and class of device (docs/rules/staff.md 17.2). */

const COUNTS = [
  'calls',
  'measured',
  'poor',
  'failed',
  'routed',
  'relayed',
  'lossSum',
  'lossMinutes',
  'roundTripSum',
  'roundTripMinutes',
] as const

/** Counts the minutes of a day. Also for the test of its plan. */
export const countedDay = (day: LocalDay) =>
  sql`SELECT ${day}, ${callMinutes.operator}, ${callMinutes.device}, COUNT(DISTINCT ${callMinutes.lessonId} || ' ' || ${callMinutes.userId}),
    SUM(${callMinutes.failure} IS NULL), SUM(${callMinutes.isPoor}), COUNT(${callMinutes.failure}), COUNT(${callMinutes.route}),
    COALESCE(SUM(${callMinutes.route} = 'relay'), 0), COALESCE(SUM(${callMinutes.loss}), 0), COUNT(${callMinutes.loss}),
    COALESCE(SUM(${callMinutes.roundTripMs}), 0), COUNT(${callMinutes.roundTripMs})
  FROM ${callMinutes} WHERE ${callMinutes.minute} >= ${startOfDay(day)} AND ${callMinutes.minute} < ${startOfDay(addDays(day, 1))}
  GROUP BY ${callMinutes.operator}, ${callMinutes.device}`

const countDay = (db: Db, day: LocalDay) =>
  db
    .insert(callDays)
    .select(countedDay(day))
    .onConflictDoUpdate({
      target: [callDays.day, callDays.operator, callDays.device],
      set: fromExcluded(callDays, COUNTS),
    })

const sumOf = (name: (typeof COUNTS)[number]) => sql`SUM(${callDays[name]})`
/** The share, or the mean, in whole numbers; null without anything to count. */
const shareOf = (part: (typeof COUNTS)[number], whole: (typeof COUNTS)[number], times: '10000.0' | '1.0') =>
  sql`CAST(ROUND(${sumOf(part)} * ${sql.raw(times)} / NULLIF(${sumOf(whole)}, 0)) AS INTEGER)`

/** Adds up the days that count, in place of the sums before. */
const sumDays = (db: Db, since: LocalDay, now: Instant) =>
  db.batch([
    db.delete(callNetworks),
    db.insert(callNetworks).select(
      sql`SELECT ${callDays.operator}, ${callDays.device}, ${sql.join(COUNTS.map(sumOf), sql`, `)},
        ${shareOf('poor', 'measured', '10000.0')}, ${shareOf('relayed', 'routed', '10000.0')},
        ${shareOf('lossSum', 'lossMinutes', '1.0')}, ${shareOf('roundTripSum', 'roundTripMinutes', '1.0')}, ${since}, ${now}
      FROM ${callDays} WHERE ${callDays.day} >= ${since} GROUP BY ${callDays.operator}, ${callDays.device}`,
    ),
  ])

/**
 * Counts the days that are over since the last night, and adds up those that count. Repeated, or after a night that was cut off, it
 * stores the same: the cursor moves last.
 */
export async function storeCallNetworks(db: Db, now: Instant): Promise<void> {
  const today = localDay(now)
  const from = await readCursor(db, 'call-quality', plusDays(now, -COUNTED_DAYS))
  for (let day = localDay(from); day < today; day = addDays(day, 1)) await countDay(db, day)
  await sumDays(db, callNetworksSince(now), now)
  await moveCursor(db, 'call-quality', now)
}
