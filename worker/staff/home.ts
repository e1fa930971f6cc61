import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { tutorHome } from '#contract/tutors'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import { busyQuarters, lessons } from '#db/schema/lessons'
import { ratings } from '#db/schema/ratings'
import { SlotPurpose } from '#domain/availability/purposes'
import { calendarMonthOf, type Instant, plusDays, quarterOf, type TimeRange } from '#domain/cairo'
import { lessonTotals, offeredMinutes, RATING_TREND_DAYS } from '#domain/tutors/home'
import { type ReadRequest, reading } from '../http/bind.ts'

/** How far ahead the offered and booked hours are counted. */
const AHEAD_DAYS = 7
const daysAhead = (now: Instant): TimeRange => ({ start: now, end: plusDays(now, AHEAD_DAYS) })

/** The sessions of a person's busy quarter hours within a range, found by the table's primary key. */
const sessionsWithin = (db: Db, userId: number, { start, end }: TimeRange) =>
  db
    .select({ sessionId: busyQuarters.sessionId })
    .from(busyQuarters)
    .where(
      and(
        eq(busyQuarters.userId, userId),
        gte(busyQuarters.quarter, quarterOf(start)),
        lt(busyQuarters.quarter, quarterOf(end)),
      ),
    )

/**
 * Selects a tutor's lessons that begin within a range and were not cancelled, with the corrections of their pay; pay that
 * waits or was refused is none.
 */
const lessonsWithin = (db: Db, userId: number, range: TimeRange) =>
  db
    .select({
      start: lessons.start,
      duration: lessons.duration,
      price: sql<number>`CASE WHEN EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = ${lessons.id}
        AND o.pay IN ('waiting', 'refused')) THEN 0 ELSE ${lessons.price} END`,
      decided: sql<number>`COALESCE(SUM(${lessonDecisions.earning}), 0)`,
    })
    .from(lessons)
    .leftJoin(lessonDecisions, eq(lessonDecisions.lessonId, lessons.id))
    .where(
      and(
        inArray(lessons.sessionId, sessionsWithin(db, userId, range)),
        gte(lessons.start, range.start),
        lt(lessons.start, range.end),
      ),
    )
    .groupBy(lessons.id)

/** Selects a tutor's slots for lessons that overlap a range. */
const slotsWithin = (db: Db, userId: number, { start, end }: TimeRange) =>
  db
    .select({ start: availabilitySlots.start, end: availabilitySlots.end })
    .from(availabilitySlots)
    .where(
      and(
        eq(availabilitySlots.userId, userId),
        gt(availabilitySlots.end, start),
        lt(availabilitySlots.start, end),
        eq(availabilitySlots.deleted, false),
        inArray(availabilitySlots.purpose, [SlotPurpose.General, SlotPurpose.Lesson]),
      ),
    )

/** Selects the mean and the number of a tutor's ratings, all or those since an instant. */
const ratingsSince = (db: Db, userId: number, since: Instant | null) =>
  db
    .select({ average: sql<number | null>`AVG(${ratings.value})`, count: sql<number>`COUNT(*)` })
    .from(ratings)
    .where(and(eq(ratings.rateeId, userId), since === null ? undefined : gte(ratings.createdAt, since)))

const NO_RATINGS = { average: null, count: 0 }

/** The figures of a tutor's home screen (docs/rules/tutors.md 6.1 to 6.3). */
export const home = reading(
  ({ caller, db, now }: ReadRequest<typeof tutorHome>) => [
    lessonsWithin(db, caller.id, calendarMonthOf(now)),
    lessonsWithin(db, caller.id, daysAhead(now)),
    slotsWithin(db, caller.id, daysAhead(now)),
    ratingsSince(db, caller.id, null),
    ratingsSince(db, caller.id, plusDays(now, -RATING_TREND_DAYS)),
  ],
  async ({ now }, [ofMonth, booked, slots, [rated], [ratedLately]]) => {
    const month = calendarMonthOf(now)
    return {
      month: { ...month, ...lessonTotals(ofMonth, now) },
      hours: {
        offered: offeredMinutes(slots, daysAhead(now)),
        booked: booked.reduce((sum, { duration }) => sum + duration, 0),
      },
      rating: { ...(rated ?? NO_RATINGS), recent: ratedLately ?? NO_RATINGS },
    }
  },
)
