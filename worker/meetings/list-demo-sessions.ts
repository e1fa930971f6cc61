import { and, sql } from 'drizzle-orm'
import type { listDemoSessions } from '#contract/demo-sessions'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorManager } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { membersStatement } from '../users/store.ts'
import { demoSessionView, managersStatement } from './demo-session-store.ts'

const COLUMNS = {
  createdAt: demoSessions.createdAt,
  start: demoSessions.start,
  updatedAt: demoSessions.updatedAt,
} as const

const isExactly = (ids: readonly number[] | undefined, id: number): boolean => ids?.length === 1 && ids[0] === id

function assertOwn({ asker, query }: ReadRequest<typeof listDemoSessions>): void {
  if (isAdmin(asker.role)) return
  const requested = isTutorManager(asker.role) ? query.tutorManagerIds : query.tutorIds
  if (!isExactly(requested, asker.id)) throw new DomainError('forbidden')
}

const inSlotsOf = (managerIds: readonly number[] | undefined) => {
  const owners = listFilter(availabilitySlots.userId, managerIds)
  return (
    owners && sql`${demoSessions.slotId} IN (SELECT ${availabilitySlots.id} FROM ${availabilitySlots} WHERE ${owners})`
  )
}

/** The statements of a page with its people. */
function statements({ db, query }: ReadRequest<typeof listDemoSessions>) {
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
  const page = [demoSessions, where, query, orderTerms(COLUMNS, demoSessions.id, query)] as const
  return [
    ...pageStatements(db, ...page),
    membersStatement(db, valuesOnPage([demoSessions.tutorId], ...page)),
    managersStatement(db, valuesOnPage([demoSessions.slotId], ...page)),
  ] as const
}

/**
 * A tutor may list only their own by `tutorIds`, a manager only their own by `tutorManagerIds`, an admin any
 * (docs/rules/onboarding.md 5.3).
 * @throws DomainError `forbidden` for any other filter.
 */
export const list = reading(
  (request: ReadRequest<typeof listDemoSessions>) => {
    assertOwn(request)
    return statements(request)
  },
  async (_, [counted, found, tutors, managers]) => {
    const { rows, ...count } = pageOf([counted, found])
    return { list: rows.map(demoSessionView(tutors, managers)), ...count }
  },
)
