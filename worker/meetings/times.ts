import { and, eq, ne, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { busyQuarters } from '#db/schema/lessons'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { SlotPurpose } from '#domain/availability/purposes'
import { contains, type Instant, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { MEETING_MINUTES, type MeetingRequest, type MeetingTimeEffect, meetingRange } from '#domain/meetings/times'
import { isTutorManager, isTutorSide } from '#domain/roles'
import { busyAround, busyRangesOf, slotById } from '../availability/store.ts'
import { abortIf } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'

/** The tutor manager of a meeting, with what a message to them needs. */
export type Manager = { id: number; phone: string | null; notificationMethod: number | null }

type RequestedMeeting = { tutorId: number; slotId: number; start: Instant }

/** The statements whose rows `requestedMeetingOf` takes. */
export function requestedMeetingStatements(db: Db, { tutorId, slotId, start }: RequestedMeeting) {
  const ownerId = sql`(SELECT ${availabilitySlots.userId} FROM ${availabilitySlots} WHERE ${availabilitySlots.id} = ${slotId})`
  return [
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
    busyAround(db, [ownerId, tutorId], start),
  ] as const
}

/** Everything that the rules need about a meeting that a tutor requests (docs/rules/onboarding.md 4.1, 5.1). */
export function requestedMeetingOf(
  [[slot], [owner], busy]: RowsOf<ReturnType<typeof requestedMeetingStatements>>,
  { tutorId, start, now }: Omit<RequestedMeeting, 'slotId'> & { now: Instant },
): { request: MeetingRequest; manager: Manager | null } {
  return {
    request: {
      start,
      now,
      slot: slot ?? null,
      owner: owner
        ? {
            isManager: isTutorManager(owner.role),
            isTutorSide: isTutorSide(owner.role),
            activated: owner.activated === true,
          }
        : null,
      ownerBusy: busyRangesOf(busy, owner?.id),
      tutorBusy: busyRangesOf(busy, tutorId),
    },
    manager: owner ?? null,
  }
}

type Reservation = { slotId: number; sessionId: string; start: Instant; people: number[]; purposes: SlotPurpose[] }

/**
 * Reserves the quarters of both people. The first statement fails the batch when the slot no longer contains the meeting or
 * no longer has one of the `purposes`.
 */
export function reserveMeetingStatements(
  db: Db,
  { slotId, sessionId, start, people, purposes }: Reservation,
): Statement[] {
  const { end } = meetingRange(start)
  const slots = availabilitySlots
  const containingSlot = sql`SELECT 1 FROM ${slots} WHERE ${slots.id} = ${slotId} AND ${slots.deleted} = 0
    AND ${slots.start} <= ${start} AND ${slots.end} >= ${end} AND ${isAmong(slots.purpose, purposes)}`
  const quarters = quartersOf(start, MEETING_MINUTES)
  return [
    abortIf(db, 'slot-gone', sql`NOT EXISTS (${containingSlot})`),
    db
      .insert(busyQuarters)
      .values(people.flatMap((userId) => quarters.map((quarter) => ({ userId, quarter, sessionId })))),
  ]
}

/** A booked meeting whose status is to change. */
export type BookedMeeting = { slotId: number; sessionId: string; start: Instant; managerId: number; tutorId: number }

/**
 * A verdict before the start of a meeting frees its time, so the meeting may be reopened before its end only while that
 * time is still free (docs/rules/onboarding.md 3.3).
 * @throws DomainError `slot-not-found`, `busy-tutor-manager`, `conflicting-schedule`.
 */
export async function assertTimeFree(db: Db, meeting: BookedMeeting): Promise<void> {
  const { slotId, sessionId, start, managerId, tutorId } = meeting
  const range = meetingRange(start)
  const [[slot], busy] = await db.batch([
    slotById(db, slotId),
    db
      .select({ userId: busyQuarters.userId })
      .from(busyQuarters)
      .where(
        and(
          isAmong(busyQuarters.userId, [managerId, tutorId]),
          isAmong(busyQuarters.quarter, quartersOf(start, MEETING_MINUTES)),
          ne(busyQuarters.sessionId, sessionId),
        ),
      ),
  ])
  if (!slot || slot.deleted || !contains(slot, range)) throw new DomainError('slot-not-found')
  if (busy.some(({ userId }) => userId === managerId)) throw new DomainError('busy-tutor-manager')
  if (busy.length > 0) throw new DomainError('conflicting-schedule')
}

/** Frees the time of both people, reserves it again, or leaves it, depending on the new status. */
export function timeStatements(
  db: Db,
  { slotId, sessionId, start, managerId, tutorId }: BookedMeeting,
  effect: MeetingTimeEffect,
): Statement[] {
  if (effect === 'unchanged') return []
  const freed = db.delete(busyQuarters).where(eq(busyQuarters.sessionId, sessionId))
  if (effect === 'freed') return [freed]
  const people = [managerId, tutorId]
  // The slot's current purpose does not matter to a meeting already booked in it.
  const purposes = Object.values(SlotPurpose)
  return [freed, ...reserveMeetingStatements(db, { slotId, sessionId, start, people, purposes })]
}
