import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import type { demoSessions } from '#db/schema/demo-sessions'
import { users } from '#db/schema/users'
import { isAmong } from '../http/filters.ts'
import { membersById, type membersStatement } from '../users/store.ts'

export type DemoSessionRow = typeof demoSessions.$inferSelect

/** Selects the managers of the selected slots, each with the slot. */
export const managersStatement = (db: Db, slotIds: SQL) =>
  db
    .select({
      slotId: sql<number>`${availabilitySlots.id}`.as('slot_id'),
      member: { id: users.id, name: users.name, image: users.image, role: users.role },
    })
    .from(availabilitySlots)
    .innerJoin(users, eq(users.id, availabilitySlots.userId))
    .where(isAmong(availabilitySlots.id, slotIds))

/**
 * Adds to a demo session its tutor and the manager of its slot, from the rows of `membersStatement` and
 * `managersStatement`.
 */
export function demoSessionView(
  tutors: Awaited<ReturnType<typeof membersStatement>>,
  managers: Awaited<ReturnType<typeof managersStatement>>,
) {
  const tutorOf = membersById(tutors)
  const managerOf = membersById(managers.map(({ member }) => member))
  const managerIds = new Map(managers.map(({ slotId, member }) => [slotId, member.id]))
  return (one: DemoSessionRow) => ({
    ...one,
    tutor: tutorOf(one.tutorId),
    tutorManager: managerOf(managerIds.get(one.slotId) ?? 0),
  })
}
