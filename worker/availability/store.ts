import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { busyQuarters, lessons } from '#db/schema/lessons'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { SlotSession } from '#domain/availability/changes'
import {
  MANAGER_MEETING_MINUTES,
  type ManagerMeetingRequest,
  managerMeetingRange,
} from '#domain/availability/manager-meetings'
import { SlotPurpose } from '#domain/availability/purposes'
import { hours, type Instant, minutes, quarterOf, quartersOf, type TimeRange } from '#domain/cairo'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { InterviewStatus } from '#domain/interviews/statuses'
import { rangesOfQuarters } from '#domain/lessons/slots'
import { isTutorManager, isTutorSide } from '#domain/roles'
import { abortIf } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'

/** A session of any kind in a slot, with the id that its quarters are kept under. */
export type BookedSession = SlotSession & { sessionId: string }

/** Everything that was ever booked in these slots. */
export async function sessionsInSlots(db: Db, slotIds: number[]): Promise<BookedSession[]> {
  const [lessonRows, interviewRows, demoRows] = await db.batch([
    db.select().from(lessons).where(isAmong(lessons.slotId, slotIds)),
    db.select().from(interviews).where(isAmong(interviews.slotId, slotIds)),
    db.select().from(demoSessions).where(isAmong(demoSessions.slotId, slotIds)),
  ])
  return [
    ...lessonRows.map(({ id, slotId, sessionId, start, duration, canceledAt }) => ({
      kind: SlotPurpose.Lesson,
      id,
      slotId,
      sessionId,
      isOpen: canceledAt === null,
      start,
      end: start + minutes(duration),
    })),
    ...interviewRows.map(({ id, slotId, sessionId, start, status }) => ({
      kind: SlotPurpose.Interview,
      id,
      slotId,
      sessionId,
      isOpen: status === InterviewStatus.Pending,
      ...managerMeetingRange(start),
    })),
    ...demoRows.map(({ id, slotId, sessionId, start, status }) => ({
      kind: SlotPurpose.DemoSession,
      id,
      slotId,
      sessionId,
      isOpen: status === DemoSessionStatus.Pending,
      ...managerMeetingRange(start),
    })),
  ]
}

/** Sessions are half an hour at the most; busy times farther from a start than this cannot touch it. */
const BUSY_WINDOW = hours(1)

/** The statement for the quarters that this person is taken in around an instant. */
export const busyAround = (db: Db, userId: number | SQL, at: Instant) =>
  db
    .select({ quarter: busyQuarters.quarter })
    .from(busyQuarters)
    .where(
      and(
        eq(busyQuarters.userId, userId),
        gte(busyQuarters.quarter, quarterOf(at - BUSY_WINDOW)),
        lte(busyQuarters.quarter, quarterOf(at + BUSY_WINDOW)),
      ),
    )

export const busyRanges = (rows: { quarter: number }[]): TimeRange[] => rangesOfQuarters(rows.map((row) => row.quarter))

export const slotById = (db: Db, slotId: number) =>
  db.select().from(availabilitySlots).where(eq(availabilitySlots.id, slotId))

/** Whose half hour it would be: what a message needs besides the rule. */
export type Manager = { id: number; phone: string | null; notificationMethod: number | null }

/** What the rules ask of half an hour that a tutor wants of a tutor manager (docs/rules/onboarding.md 4.1, 5.1). */
export async function loadManagerMeeting(
  db: Db,
  { tutorId, slotId, start, now }: { tutorId: number; slotId: number; start: Instant; now: Instant },
): Promise<{ wanted: ManagerMeetingRequest; manager: Manager | null }> {
  const ownerId = sql`(SELECT ${availabilitySlots.userId} FROM ${availabilitySlots} WHERE ${availabilitySlots.id} = ${slotId})`
  const [[slot], [owner], ownerBusy, tutorBusy] = await db.batch([
    slotById(db, slotId),
    db
      .select({
        id: users.id,
        role: users.role,
        phone: users.phone,
        notificationMethod: users.notificationMethod,
        activated: tutors.activated,
      })
      .from(users)
      .leftJoin(tutors, eq(tutors.id, users.id))
      .where(eq(users.id, ownerId)),
    busyAround(db, ownerId, start),
    busyAround(db, tutorId, start),
  ])
  const standing = owner && {
    isManager: isTutorManager(owner.role),
    isTutorSide: isTutorSide(owner.role),
    activated: owner.activated === true,
  }
  return {
    wanted: {
      start,
      now,
      slot: slot ?? null,
      owner: standing ?? null,
      ownerBusy: busyRanges(ownerBusy),
      tutorBusy: busyRanges(tutorBusy),
    },
    manager: owner ?? null,
  }
}

/** The statements that take both people's quarters for a meeting; its batch stops where the slot no longer holds it. */
export function reserveMeetingStatements(
  db: Db,
  { slotId, sessionId, start, people }: { slotId: number; sessionId: string; start: Instant; people: number[] },
): BatchItem<'sqlite'>[] {
  const { end } = managerMeetingRange(start)
  const slots = availabilitySlots
  const stillHolds = sql`SELECT 1 FROM ${slots} WHERE ${slots.id} = ${slotId} AND ${slots.deleted} = 0
    AND ${slots.start} <= ${start} AND ${slots.end} >= ${end}`
  const quarters = quartersOf(start, MANAGER_MEETING_MINUTES)
  return [
    abortIf(db, sql`NOT EXISTS (${stillHolds})`),
    db
      .insert(busyQuarters)
      .values(people.flatMap((userId) => quarters.map((quarter) => ({ userId, quarter, sessionId })))),
  ]
}
