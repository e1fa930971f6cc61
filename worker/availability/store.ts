import { and, eq, gt, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { meetingTables } from '#db/meetings'
import { availabilitySlots } from '#db/schema/availability'
import { literals } from '#db/schema/columns'
import { heldTimes } from '#db/schema/held-times'
import { busyQuarters, lessons } from '#db/schema/lessons'
import { standingWeeks } from '#db/schema/standing-times'
import type { SlotSession } from '#domain/availability/changes'
import type { PatternSlot } from '#domain/availability/pattern'
import { SlotPurpose } from '#domain/availability/purposes'
import { hours, type Instant, minutes, quarterOf, type TimeRange } from '#domain/cairo'
import { LONGEST_LESSON } from '#domain/lessons/durations'
import { rangesOfQuarters } from '#domain/lessons/slots'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { MEETING_MINUTES, meetingRange } from '#domain/meetings/times'
import { isAmong } from '../http/filters.ts'
import { meetings } from '../meetings/store.ts'
import { reservedFor } from '../standing/store.ts'

/**
 * Selects the times of all open sessions in the slots of a query, which runs once: three numbers each, as that is all that a list
 * of slots shows of them, and of what is reserved every week. With `besides`, also the times that are held for others than this
 * student, and until when, and nothing that is reserved for this student.
 */
export function openTimesIn(db: Db, slotIds: SQL, besides: { studentId: number; now: Instant } | null) {
  const open = (table: SQL, end: SQL, isOpen: SQL) =>
    sql`SELECT s.slot_id AS slot_id, s.start AS start, ${end} AS "end", NULL AS until FROM asked CROSS JOIN ${table} s ON s.slot_id = asked.id WHERE ${isOpen}`
  const meeting = (kind: MeetingKind) =>
    open(
      sql`${meetingTables[kind].table}`,
      sql`s.start + ${literals(minutes(MEETING_MINUTES))}`,
      // Not by the index of the status, in which all that wait stand.
      sql`+s.status = ${literals(MeetingStatus.Pending)}`,
    )
  const lessonEnd = sql`s.start + s.duration * ${literals(minutes(1))}`
  const held = besides
    ? sql`UNION ALL SELECT s.id, h.start, h."end", h.until FROM asked CROSS JOIN ${availabilitySlots} s ON s.id = asked.id
        CROSS JOIN ${heldTimes} h ON h.tutor_id = s.user_id AND h.until > ${besides.now}
        WHERE h.student_id <> ${besides.studentId} AND h.start < s."end" AND h."end" > s.start`
    : sql``
  const reserved = sql`UNION ALL SELECT s.id, w.start, w."end", NULL FROM asked CROSS JOIN ${availabilitySlots} s ON s.id = asked.id
        CROSS JOIN ${standingWeeks} w ON w.tutor_id = s.user_id AND w.start > s.start - ${literals(minutes(LONGEST_LESSON))} AND w.start < s."end"
        WHERE w.state = 'reserved' AND w."end" > s.start AND w.student_id IS NOT ${besides?.studentId ?? null}`
  const columns = {
    parent: sql<number>`slot_id`,
    start: sql<Instant>`start`,
    end: sql<Instant>`"end"`,
    until: sql<Instant | null>`until`,
  }
  return db.select(columns).from(
    sql`(WITH asked(id) AS MATERIALIZED (${slotIds}) ${open(sql`${lessons}`, lessonEnd, sql`s.canceled_at IS NULL`)}
        UNION ALL ${meeting('interview')} UNION ALL ${meeting('demo')} ${reserved} ${held})`,
  )
}

/** A session in a slot, with the id under which its busy quarters are stored. */
export type BookedSession = SlotSession & {
  sessionId: string
  /** The kind of an interview or demo session, and its applying tutor; null for a lesson. */
  meeting: { kind: MeetingKind; tutorId: number } | null
}

/** Selects the meetings of a kind in these slots. */
function meetingsIn(db: Db, kind: MeetingKind, slotIds: readonly number[] | SQL) {
  const { table, tutorId } = meetingTables[kind]
  const { id, slotId, sessionId, start, status } = table
  return db.select({ id, slotId, sessionId, start, status, tutorId }).from(table).where(isAmong(slotId, slotIds))
}

/**
 * The statements that select all sessions of these slots (given by id or by a query), including past and cancelled ones.
 */
export const sessionStatements = (db: Db, slotIds: readonly number[] | SQL) =>
  [
    db.select().from(lessons).where(isAmong(lessons.slotId, slotIds)),
    meetingsIn(db, 'interview', slotIds),
    meetingsIn(db, 'demo', slotIds),
  ] as const

const meetingSession =
  (kind: MeetingKind) =>
  ({ tutorId, status, start, ...row }: RowsOf<[ReturnType<typeof meetingsIn>]>[0][number]): BookedSession => ({
    ...row,
    kind: meetings[kind].purpose,
    meeting: { kind, tutorId },
    isOpen: status === MeetingStatus.Pending,
    ...meetingRange(start),
  })

/** The sessions from the rows of `sessionStatements`. */
export const sessionsOf = ([lessonRows, interviews, demos]: RowsOf<
  ReturnType<typeof sessionStatements>
>): BookedSession[] => [
  ...lessonRows.map(({ id, slotId, sessionId, start, duration, canceledAt }) => ({
    kind: SlotPurpose.Lesson,
    id,
    slotId,
    sessionId,
    meeting: null,
    isOpen: canceledAt === null,
    start,
    end: start + minutes(duration),
  })),
  ...interviews.map(meetingSession('interview')),
  ...demos.map(meetingSession('demo')),
]

type SlotsOf = { userId: number; slotIds: readonly number[]; now: Instant }

/** The statements of these slots, of all slots of a tutor that have not ended, and of all their sessions, for `slotsOf`. */
export function slotsStatements(db: Db, { userId, slotIds, now }: SlotsOf) {
  const own = and(
    eq(availabilitySlots.userId, userId),
    eq(availabilitySlots.deleted, false),
    gt(availabilitySlots.end, now),
  )
  const areAsked = or(isAmong(availabilitySlots.id, slotIds), own)
  const ids = sql`SELECT ${availabilitySlots.id} FROM ${availabilitySlots} WHERE ${areAsked}`
  return [db.select().from(availabilitySlots).where(areAsked), ...sessionStatements(db, ids)] as const
}

/** The slots and their sessions from the rows of `slotsStatements`. */
export const slotsOf = ([slots, ...sessions]: RowsOf<ReturnType<typeof slotsStatements>>): {
  slots: PatternSlot[]
  sessions: BookedSession[]
} => ({ slots, sessions: sessionsOf(sessions) })

/** A session lasts 30 minutes at most, so busy quarters farther from its start cannot overlap it. */
const BUSY_WINDOW = hours(1)

/** Selects the busy quarters of users around an instant, and for which student one is reserved every week. */
export const busyAround = (db: Db, userIds: readonly (number | SQL)[], at: Instant) =>
  db
    .select({
      userId: busyQuarters.userId,
      quarter: busyQuarters.quarter,
      reservedFor: reservedFor(sql`${busyQuarters.sessionId}`),
    })
    .from(busyQuarters)
    .where(
      and(
        sql`${busyQuarters.userId} IN ${userIds}`,
        gte(busyQuarters.quarter, quarterOf(at - BUSY_WINDOW)),
        lte(busyQuarters.quarter, quarterOf(at + BUSY_WINDOW)),
      ),
    )

export const busyRanges = (rows: { quarter: number }[]): TimeRange[] => rangesOfQuarters(rows.map((row) => row.quarter))

/** The busy times of one of the users of `busyAround`. */
export const busyRangesOf = (rows: { userId: number; quarter: number }[], userId: number | undefined): TimeRange[] =>
  busyRanges(rows.filter((row) => row.userId === userId))

export const slotById = (db: Db, slotId: number) =>
  db.select().from(availabilitySlots).where(eq(availabilitySlots.id, slotId))
