import { and, sql } from 'drizzle-orm'
import type { listDemoSessions } from '#contract/demo-sessions'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorManager } from '#domain/roles'
import type { Act, At } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { demoSessionsWithMembers } from './store.ts'

const COLUMNS = {
  createdAt: demoSessions.createdAt,
  start: demoSessions.start,
  updatedAt: demoSessions.updatedAt,
} as const

const isExactly = (ids: readonly number[] | undefined, id: number): boolean => ids?.length === 1 && ids[0] === id

function assertOwn({ actor, query }: At<typeof listDemoSessions>): void {
  if (isAdmin(actor.role)) return
  const requested = isTutorManager(actor.role) ? query.tutorManagerIds : query.tutorIds
  if (!isExactly(requested, actor.id)) throw new DomainError('forbidden')
}

const inSlotsOf = (managerIds: readonly number[] | undefined) => {
  const owners = listFilter(availabilitySlots.userId, managerIds)
  return (
    owners && sql`${demoSessions.slotId} IN (SELECT ${availabilitySlots.id} FROM ${availabilitySlots} WHERE ${owners})`
  )
}

/**
 * A tutor lists exactly their own by `tutorIds`, a manager by `tutorManagerIds`, an admin any
 * (docs/rules/onboarding.md 5.3).
 * @throws DomainError `forbidden` for any other filter.
 */
export const list: Act<typeof listDemoSessions> = async (at) => {
  assertOwn(at)
  const { db, query } = at
  const where = and(
    listFilter(demoSessions.id, query.ids),
    listFilter(demoSessions.sessionId, query.sessionIds),
    listFilter(demoSessions.tutorId, query.tutorIds),
    listFilter(demoSessions.slotId, query.slotIds),
    inSlotsOf(query.tutorManagerIds),
    listFilter(demoSessions.status, query.statuses),
    numberFilter(demoSessions.start, query.start),
    numberFilter(demoSessions.createdAt, query.createdAt),
    numberFilter(demoSessions.updatedAt, query.updatedAt),
  )
  const { rows, ...count } = await orderedPage(
    db,
    demoSessions,
    where,
    query,
    orderTerms(COLUMNS, demoSessions.id, query),
  )
  return { list: await demoSessionsWithMembers(db, rows), ...count }
}
