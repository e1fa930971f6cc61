import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import type { demoSessions } from '#db/schema/demo-sessions'
import { DomainError } from '#domain/errors'
import { isAmong } from '../http/filters.ts'
import { membersById } from '../users/store.ts'

export type DemoSessionRow = typeof demoSessions.$inferSelect

/** Demo sessions with the tutor and the manager whose slot they stand in. */
export async function demoSessionsWithMembers(db: Db, found: readonly DemoSessionRow[]) {
  const slots = await db
    .select({ id: availabilitySlots.id, userId: availabilitySlots.userId })
    .from(availabilitySlots)
    .where(isAmong(availabilitySlots.id, [...new Set(found.map(({ slotId }) => slotId))]))
  const managers = new Map(slots.map(({ id, userId }) => [id, userId]))
  const managerOf = ({ slotId }: { slotId: number }): number => {
    const manager = managers.get(slotId)
    if (manager === undefined) throw new DomainError('unexpected')
    return manager
  }
  const memberOf = await membersById(
    db,
    found.flatMap((one) => [one.tutorId, managerOf(one)]),
  )
  return found.map((one) => ({ ...one, tutor: memberOf(one.tutorId), tutorManager: memberOf(managerOf(one)) }))
}
