import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTutoringMinutes } from '#contract/tutors'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { cardCounts } from '#db/schema/card-counts'
import { lessonHours } from '#db/schema/lesson-hours'
import { lessons } from '#db/schema/lessons'
import { minutes, type TimeRange } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { LONGEST_LESSON } from '#domain/lessons/durations'
import { wholeHours } from '#domain/lessons/whole-hours'
import { type ReadRequest, reading } from '../http/bind.ts'

type Window = Query<typeof listTutoringMinutes>

const LONGEST = minutes(LONGEST_LESSON)
const end = sql<number>`${lessons.start} + ${lessons.duration} * 60000`

/** Sums the lessons that begin in this range; a lesson's tutor is the owner of its slot. */
const beginningIn = (db: Db, range: TimeRange, isWanted?: SQL) =>
  db
    .select({ tutorId: availabilitySlots.userId, tutoringMinutes: sql<number>`SUM(${lessons.duration})`.as('minutes') })
    .from(lessons)
    // A cross join, because SQLite would otherwise scan the slots first.
    .crossJoin(availabilitySlots)
    .where(
      and(
        eq(availabilitySlots.id, lessons.slotId),
        isNull(lessons.canceledAt),
        gte(lessons.start, range.start),
        lt(lessons.start, range.end),
        isWanted,
      ),
    )
    .groupBy(availabilitySlots.userId)

/**
 * The minutes of the hours of this range from the counters that triggers maintain. They are summed here, because in the
 * database each entry of the JSON would count as a row read.
 */
const ofHours = (db: Db, range: TimeRange) =>
  db
    .select({ tutors: lessonHours.tutors })
    .from(lessonHours)
    .where(and(gte(lessonHours.start, range.start), lt(lessonHours.start, range.end)))

/**
 * Whole hours within the window come from the counters, the rest from the lessons; a lesson in progress at its beginning is
 * included.
 */
function withinWindow(db: Db, { after, before }: Window) {
  const { whole, edges } = wholeHours({ after, before })
  return [
    ...(whole ? [ofHours(db, whole)] : []),
    ...edges.map((edge) => beginningIn(db, edge)),
    ...(after === undefined ? [] : [beginningIn(db, { start: after - LONGEST, end: after }, gt(end, after))]),
  ]
}

/** Over all time, from the counters of the cards. */
const allTime = (db: Db) =>
  db
    .select({ tutorId: cardCounts.userId, tutoringMinutes: cardCounts.minutes })
    .from(cardCounts)
    .where(gt(cardCounts.lessons, 0))
    .orderBy(desc(cardCounts.minutes), asc(cardCounts.userId))

type Part = { tutorId: number; tutoringMinutes: number } | { tutors: Record<string, number> }

/** Merges the parts to one entry per tutor, most minutes first. */
function added(parts: readonly Part[]) {
  const sums = new Map<number, number>()
  const add = (tutorId: number, taught: number) => sums.set(tutorId, (sums.get(tutorId) ?? 0) + taught)
  for (const part of parts)
    if ('tutors' in part) for (const [id, taught] of Object.entries(part.tutors)) add(Number(id), taught)
    else add(part.tutorId, part.tutoringMinutes)
  return [...sums]
    .map(([tutorId, tutoringMinutes]) => ({ tutorId, tutoringMinutes }))
    .sort((one, other) => other.tutoringMinutes - one.tutoringMinutes || one.tutorId - other.tutorId)
}

/**
 * Minutes taught by each tutor; a lesson that is only partly in the window counts in full (docs/rules/tutors.md 3.6).
 * @throws DomainError `bad-request` for a window that ends before it starts.
 */
export const listMinutes = reading(
  ({ db, query }: ReadRequest<typeof listTutoringMinutes>) => {
    const { after, before } = query
    if (after !== undefined && before !== undefined && before < after)
      throw new DomainError('bad-request', 'before: earlier than after')
    return after === undefined && before === undefined ? [allTime(db)] : withinWindow(db, query)
  },
  async (_, parts) => added(parts.flat()),
)
