import { and, sql } from 'drizzle-orm'
import type { listDemoSessions } from '#contract/demo-sessions'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorManager } from '#domain/roles'
import { type Asked, type At, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { heldOnPage, orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { membersStatement } from '../users/store.ts'
import { demoSessionView, managersStatement } from './store.ts'

const COLUMNS = {
  createdAt: demoSessions.createdAt,
  start: demoSessions.start,
  updatedAt: demoSessions.updatedAt,
} as const

const isExactly = (ids: readonly number[] | undefined, id: number): boolean => ids?.length === 1 && ids[0] === id

/** Whether somebody's own are asked for, as tutor or as manager. */
const isOfAsker = ({ askerId, query }: Asked<typeof listDemoSessions>): boolean =>
  isExactly(query.tutorIds, askerId) || isExactly(query.tutorManagerIds, askerId)

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

/** The statements of a page with its people. */
function statements({ db, query }: Pick<At<typeof listDemoSessions>, 'db' | 'query'>) {
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
    membersStatement(db, heldOnPage([demoSessions.tutorId], ...page)),
    managersStatement(db, heldOnPage([demoSessions.slotId], ...page)),
  ] as const
}

/**
 * A tutor lists exactly their own by `tutorIds`, a manager by `tutorManagerIds`, an admin any
 * (docs/rules/onboarding.md 5.3).
 * @throws DomainError `forbidden` for any other filter.
 */
export const list = reading(
  (asked: Asked<typeof listDemoSessions>) => (isOfAsker(asked) ? statements(asked) : []),
  async (at, own) => {
    assertOwn(at)
    const [counted, found, tutors, managers] = own.length === 0 ? await at.db.batch(statements(at)) : own
    const { rows, ...count } = pageOf([counted, found])
    return { list: rows.map(demoSessionView(tutors, managers)), ...count }
  },
)
