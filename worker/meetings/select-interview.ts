import { and, eq, getTableColumns, gt } from 'drizzle-orm'
import type { selectInterviewManager } from '#contract/meetings'
import type { selectInterviewer } from '#contract/users'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { busyQuarters } from '#db/schema/lessons'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { admits, SlotPurpose } from '#domain/availability/purposes'
import { type Instant, quarterOf } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { offeredStarts } from '#domain/lessons/slots'
import { whyNotInterviewed } from '#domain/meetings/booking'
import { MEETING_MINUTES } from '#domain/meetings/times'
import { Role } from '#domain/roles'
import { busyRanges } from '../availability/store.ts'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { latestInterviewStatement } from './store.ts'

const isActiveManager = and(eq(tutors.id, users.id), eq(users.role, Role.TutorManager), eq(tutors.activated, true))

/**
 * The statements of the activated tutor managers with their future slots and busy quarters. CROSS JOIN makes SQLite look
 * these up per manager instead of scanning those of all tutors.
 */
const managerStatements = (db: Db, now: Instant) =>
  [
    db
      .select({ id: users.id, name: users.name, englishName: users.englishName, image: users.image })
      .from(users)
      .crossJoin(tutors)
      .where(isActiveManager),
    db
      .select(getTableColumns(availabilitySlots))
      .from(users)
      .crossJoin(tutors)
      .crossJoin(availabilitySlots)
      .where(
        and(
          isActiveManager,
          eq(availabilitySlots.userId, users.id),
          gt(availabilitySlots.end, now),
          eq(availabilitySlots.deleted, false),
        ),
      ),
    db
      .select(getTableColumns(busyQuarters))
      .from(users)
      .crossJoin(tutors)
      .crossJoin(busyQuarters)
      .where(and(isActiveManager, eq(busyQuarters.userId, users.id), gt(busyQuarters.quarter, quarterOf(now) - 1))),
  ] as const

const managersOf = ([managers, slots, busy]: RowsOf<ReturnType<typeof managerStatements>>) =>
  managers.map((manager) => ({
    manager,
    slots: slots.filter((slot) => slot.userId === manager.id && admits(slot.purpose, SlotPurpose.Interview)),
    busy: busyRanges(busy.filter(({ userId }) => userId === manager.id)),
  }))

/** The start of this manager's first free half hour, Infinity without one. */
const soonestOf = ({ slots, busy }: ReturnType<typeof managersOf>[number], now: Instant): number =>
  Math.min(...slots.flatMap((slot) => offeredStarts(slot, busy, MEETING_MINUTES, now, 0).slice(0, 1)))

const anyOf = (count: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count

/**
 * The manager with the earliest free time; any manager when none has free time (docs/rules/onboarding.md 4.6). Serves two
 * equivalent calls.
 * @throws DomainError `conflicting-interview`, `user-not-found` when no manager is activated.
 */
export const select = reading(
  ({ caller, db, now }: ReadRequest<typeof selectInterviewManager | typeof selectInterviewer>) => [
    latestInterviewStatement(db, caller.id),
    ...managerStatements(db, now),
  ],
  async ({ now }, [[latest], ...found]) => {
    refuse(whyNotInterviewed(latest ?? null, now))
    const managers = managersOf(found)
    const times = managers.map((one) => soonestOf(one, now))
    const soonest = Math.min(...times)
    const chosen = managers[Number.isFinite(soonest) ? times.indexOf(soonest) : anyOf(managers.length || 1)]
    if (!chosen) throw new DomainError('user-not-found')
    return { ...chosen.manager, image: uploadUrl(chosen.manager.image) }
  },
)
