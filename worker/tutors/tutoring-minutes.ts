import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTutoringMinutes } from '#contract/tutors'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { cardCounts } from '#db/schema/card-counts'
import { lessons } from '#db/schema/lessons'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { type Asked, reading } from '../http/bind.ts'

type Window = Query<typeof listTutoringMinutes>

/** The end is computed; a bound of the start, which the index has, keeps the reading within the window. */
const LONGEST = minutes(Math.max(...LESSON_DURATIONS))
const end = sql<number>`${lessons.start} + ${lessons.duration} * 60000`
const taught = sql<number>`SUM(${lessons.duration})`

/** A lesson's tutor is the owner of its slot. */
const withinWindow = (db: Db, { after, before }: Window) =>
  db
    .select({ tutorId: availabilitySlots.userId, tutoringMinutes: taught })
    .from(lessons)
    // A cross join, as SQLite would begin with the slots.
    .crossJoin(availabilitySlots)
    .where(
      and(
        eq(availabilitySlots.id, lessons.slotId),
        isNull(lessons.canceledAt),
        after === undefined ? undefined : and(gt(lessons.start, after - LONGEST), gt(end, after)),
        before === undefined ? undefined : lt(lessons.start, before),
      ),
    )
    .groupBy(availabilitySlots.userId)
    .orderBy(desc(taught), asc(availabilitySlots.userId))

/** As the counters of the cards hold them. */
const ever = (db: Db) =>
  db
    .select({ tutorId: cardCounts.userId, tutoringMinutes: cardCounts.minutes })
    .from(cardCounts)
    .where(gt(cardCounts.lessons, 0))
    .orderBy(desc(cardCounts.minutes), asc(cardCounts.userId))

/**
 * Minutes taught by each tutor; a lesson that is only partly in the window counts whole (docs/rules/tutors.md 3.6).
 * @throws DomainError `bad-request` for a window that runs backwards.
 */
export const listMinutes = reading(
  ({ db, query }: Asked<typeof listTutoringMinutes>) => {
    const { after, before } = query
    if (after !== undefined && before !== undefined && before < after)
      throw new DomainError('bad-request', 'before: earlier than after')
    return [after === undefined && before === undefined ? ever(db) : withinWindow(db, query)]
  },
  async (_, [rows]) => rows,
)
