import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { listSlots } from '#contract/availability'
import type { Query } from '#contract/call'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { users } from '#db/schema/users'
import { whyNotListWindow } from '#domain/availability/list-window'
import { MAX_SLOT } from '#domain/availability/slot-times'
import { refuse } from '#domain/errors'
import { isRegularTutor, isTutorSide, Role } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import { type Asked, reading } from '../http/bind.ts'
import { isAmong, listFilter } from '../http/filters.ts'
import { countOf, countStatement, firstFound, newestOrder, offsetOf, refuseTooLong } from '../http/pages.ts'
import { sessionsInSlots } from './store.ts'

type Filters = Query<typeof listSlots>

/** Undefined where nothing is asked for. */
function filtersOf({ userIds, purposes, roles, after, before }: Filters): SQL | undefined {
  const ofRoles =
    roles &&
    sql`${availabilitySlots.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${listFilter(users.role, roles)})`
  return and(
    listFilter(availabilitySlots.userId, userIds),
    listFilter(availabilitySlots.purpose, purposes),
    ofRoles,
    after === undefined ? undefined : gt(availabilitySlots.end, after),
    // By the end too, which the indexes have: the reading stops with the window.
    before === undefined
      ? undefined
      : and(lt(availabilitySlots.start, before), lt(availabilitySlots.end, before + MAX_SLOT)),
  )
}

/** The slots whose booked parts the actor sees (docs/rules/availability.md 3.3). */
async function slotsShownBooked(db: Db, actor: Actor, slotIds: number[]): Promise<number[]> {
  if (!isTutorSide(actor.role)) return slotIds
  if (!isRegularTutor(actor.role) || slotIds.length === 0) return []
  const rows = await db
    .select({ id: availabilitySlots.id })
    .from(availabilitySlots)
    // A cross join, as SQLite would begin with all slots of all managers.
    .crossJoin(users)
    .where(
      and(
        isAmong(availabilitySlots.id, slotIds),
        eq(users.id, availabilitySlots.userId),
        eq(users.role, Role.TutorManager),
      ),
    )
  return rows.map(({ id }) => id)
}

/** The statements of the slots of a query, and unless the list is unpaged, of how many there are. */
function slotStatements(db: Db, query: Filters) {
  const filters = filtersOf(query)
  const where = and(eq(availabilitySlots.deleted, false), filters)
  const order = newestOrder(availabilitySlots)
  const select = db.select().from(availabilitySlots)
  if (query.full) return [select.where(firstFound(availabilitySlots, where)).orderBy(...order)] as const
  const page = select
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(offsetOf(query))
  // The slots that are not deleted are counted as they change.
  return [page, countStatement(db, availabilitySlots, filters && where)] as const
}

/**
 * Lists slots that overlap the window; users who are not tutors also get the booked parts of these slots, tutors
 * those of managers' slots, in which they book interviews and demo sessions
 * (docs/rules/availability.md 3.1, 3.3).
 * @throws DomainError `bad-request` for a window that ends before it starts, or an unpaged list without a window of at
 * most 60 days or of too many slots.
 */
export const list = reading(
  ({ query, db }: Asked<typeof listSlots>) => {
    refuse(whyNotListWindow(query))
    return slotStatements(db, query)
  },
  async ({ actor, db }, [rows, counted]) => {
    if (!counted) refuseTooLong(rows)
    const ids = rows.map((row) => row.id)
    const shown = await slotsShownBooked(db, actor, ids)
    const sessions = shown.length === 0 ? [] : await sessionsInSlots(db, shown)
    const subslots = sessions
      .filter((session) => session.isOpen)
      .map(({ slotId, start, end }) => ({ parent: slotId, start, end }))
    return { slots: { list: rows, total: counted ? countOf(counted).total : rows.length }, subslots }
  },
)
