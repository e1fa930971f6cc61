import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
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
import type { Act } from '../http/bind.ts'
import { isAmong, listFilter } from '../http/filters.ts'
import { countOf, countStatement, firstFound, offsetOf, refuseTooLong } from '../http/pages.ts'
import { sessionsInSlots } from './store.ts'

type Filters = Query<typeof listSlots>

function matching({ userIds, purposes, roles, after, before }: Filters): SQL | undefined {
  const ofRoles =
    roles &&
    sql`${availabilitySlots.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${listFilter(users.role, roles)})`
  return and(
    eq(availabilitySlots.deleted, false),
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
    .innerJoin(users, eq(users.id, availabilitySlots.userId))
    .where(and(isAmong(availabilitySlots.id, slotIds), eq(users.role, Role.TutorManager)))
  return rows.map(({ id }) => id)
}

/** The slots of a query and how many there are; an unpaged list is counted by its rows. */
async function readSlots(db: Db, query: Filters) {
  const where = matching(query)
  const order = [desc(availabilitySlots.createdAt), desc(availabilitySlots.id)] as const
  const select = db.select().from(availabilitySlots)
  if (query.full) {
    const rows = await select.where(firstFound(availabilitySlots, where)).orderBy(...order)
    refuseTooLong(rows)
    return { rows, total: rows.length }
  }
  const [counted, rows] = await db.batch([
    countStatement(db, availabilitySlots, where),
    select
      .where(where)
      .orderBy(...order)
      .limit(query.size)
      .offset(offsetOf(query)),
  ])
  return { rows, total: countOf(counted).total }
}

/**
 * Lists slots that overlap the window; users who are not tutors also get the booked parts of these slots, tutors
 * those of managers' slots, in which they book interviews and demo sessions
 * (docs/rules/availability.md 3.1, 3.3).
 * @throws DomainError `bad-request` for a window that ends before it starts, or an unpaged list without a window of at
 * most 60 days or of too many slots.
 */
export const list: Act<typeof listSlots> = async ({ actor, query, db }) => {
  refuse(whyNotListWindow(query))
  const { rows, total } = await readSlots(db, query)
  const shown = await slotsShownBooked(
    db,
    actor,
    rows.map((row) => row.id),
  )
  const sessions = shown.length === 0 ? [] : await sessionsInSlots(db, shown)
  const subslots = sessions
    .filter((session) => session.isOpen)
    .map(({ slotId, start, end }) => ({ parent: slotId, start, end }))
  return { slots: { list: rows, total }, subslots }
}
