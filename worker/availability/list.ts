import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { listSlots } from '#contract/availability'
import type { Query } from '#contract/call'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { users } from '#db/schema/users'
import { MAX_FULL_ROWS, whyNotListWindow } from '#domain/availability/list-window'
import { MAX_SLOT } from '#domain/availability/slot-times'
import type { Instant } from '#domain/cairo'
import { refuse } from '#domain/errors'
import { isRegularTutor, isStudent, isTutorSide, Role } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import { type ClaimedCaller, type ReadRequest, reading } from '../http/bind.ts'
import { isAmong, listFilter } from '../http/filters.ts'
import { countOf, countStatement, firstIds, newestOrder, offsetOf, refuseTooLong, valuesOnPage } from '../http/pages.ts'
import { openTimesIn } from './store.ts'

type Filters = Query<typeof listSlots>

/** Undefined without any filter. */
function filtersOf({ userIds, purposes, roles, after, before }: Filters): SQL | undefined {
  const ofRoles =
    roles &&
    sql`${availabilitySlots.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${listFilter(users.role, roles)})`
  return and(
    listFilter(availabilitySlots.userId, userIds),
    listFilter(availabilitySlots.purpose, purposes),
    ofRoles,
    after === undefined ? undefined : gt(availabilitySlots.end, after),
    // Also bounded by the end, which is indexed, so that no rows beyond the window are read.
    before === undefined
      ? undefined
      : and(lt(availabilitySlots.start, before), lt(availabilitySlots.end, before + MAX_SLOT)),
  )
}

type Slot = typeof availabilitySlots.$inferSelect

/**
 * Which slots' bookings the actor sees (docs/rules/availability.md 3.3); `managers` are the slots' owners who are tutor
 * managers.
 */
function showsBooked(actor: Actor, managers: readonly { id: number }[]): (slot: Slot) => boolean {
  if (!isTutorSide(actor.role)) return () => true
  const managerIds = new Set(isRegularTutor(actor.role) ? managers.map(({ id }) => id) : [])
  return ({ userId }) => managerIds.has(userId)
}

const NO_ROWS = sql`(SELECT 1 WHERE 0)`

/** The statements of the slots of a query and of their number; an unpaged list is not counted. */
function slotStatements(db: Db, query: Filters) {
  const filters = filtersOf(query)
  const where = and(eq(availabilitySlots.deleted, false), filters)
  const order = newestOrder(availabilitySlots)
  const select = db.select().from(availabilitySlots).where(where)
  // Without filters the count comes from a counter that triggers maintain.
  const counted = query.full
    ? countStatement(db, NO_ROWS, undefined)
    : countStatement(db, availabilitySlots, filters && where)
  if (query.full) {
    // Limited before it is sorted, so that the database never reads more.
    const found = select.limit(MAX_FULL_ROWS + 1).as('found')
    return [db.select().from(found).orderBy(desc(found.createdAt), desc(found.id)), counted] as const
  }
  const page = select
    .orderBy(...order)
    .limit(query.size)
    .offset(offsetOf(query))
  return [page, counted] as const
}

/** The statements of the open sessions in the slots of a query and, for a tutor, of the owners who are tutor managers. */
function bookedStatements(db: Db, query: Filters, { id: callerId, role }: ClaimedCaller, now: Instant) {
  const where = and(eq(availabilitySlots.deleted, false), filtersOf(query))
  const { id, userId } = availabilitySlots
  const slotIds = query.full
    ? firstIds(availabilitySlots, where)
    : valuesOnPage([id], availabilitySlots, where, query, newestOrder(availabilitySlots))
  const open = openTimesIn(db, slotIds, isStudent(role) ? { studentId: callerId, now } : null)
  if (!isTutorSide(role)) return [open] as const
  const owners = sql`SELECT ${userId} FROM ${availabilitySlots} WHERE ${isAmong(id, slotIds)}`
  const managers = db
    .select({ id: users.id })
    .from(users)
    .where(and(isAmong(users.id, owners), eq(users.role, Role.TutorManager)))
  return [open, managers] as const
}

/**
 * Lists slots that overlap the window. Users who are not tutors also get the bookings in these slots; tutors get those in
 * managers' slots, in which they book interviews and demo sessions (docs/rules/availability.md 3.1, 3.3). Students also get what
 * is held for others (docs/rules/lessons.md 13.2).
 * @throws DomainError `bad-request` for a window that ends before it starts, or for an unpaged list without a window of at
 * most 60 days or with too many slots.
 */
export const list = reading(
  ({ caller, query, db, now }: ReadRequest<typeof listSlots>) => {
    refuse(whyNotListWindow(query))
    const slots = slotStatements(db, query)
    // Only tutors and managers have slots, and they see no bookings in their own.
    const isOwn = query.userIds?.length === 1 && query.userIds[0] === caller.id
    if (!isOwn) return [...slots, ...bookedStatements(db, query, caller, now)] as const
    return query.full ? ([slots[0]] as const) : slots
  },
  async ({ actor, query }, [rows, counted = [], open = [], managers = []]) => {
    if (query.full) refuseTooLong(rows)
    const isShown = showsBooked(actor, managers)
    const shown = new Set(rows.filter(isShown).map(({ id }) => id))
    const subslots = open
      .filter(({ parent }) => shown.has(parent))
      .map(({ until, ...taken }) => (until === null ? taken : { ...taken, until }))
    return { slots: { list: rows, total: query.full ? rows.length : countOf(counted).total }, subslots }
  },
)
