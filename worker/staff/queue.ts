import { type SQL, sql } from 'drizzle-orm'
import type { staffQueue } from '#contract/dashboard'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { Role } from '#domain/roles'
import {
  lateSince,
  MAX_QUEUE_COUNT,
  QUEUE_ITEMS,
  type QueueKind,
  queueOf,
  takenOf,
} from '#domain/staff/dashboard-queue'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { WAITING_JSON, waitingColumns, waitingOf } from './waiting.ts'

type Someone = { id: number; name: string | null; image: string | null; role: Role } | null

/** The columns of an account related to a row; all column names are distinct, as `db/client.ts` requires. */
const personColumns = (of: 'person' | 'owner') => ({
  id: sql<number | null>`${sql.raw(`${of}.id`)}`.as(`${of}_id`),
  name: sql<string | null>`${sql.raw(`${of}.name`)}`.as(`${of}_name`),
  image: sql<string | null>`${sql.raw(`${of}.image`)}`.as(`${of}_image`),
  role: sql<Role>`${sql.raw(`${of}.role`)}`.as(`${of}_role`),
})

/**
 * The listed rows of a statement of `waitingOf` with their people, the number of waiting rows, counted up to one more than the
 * limit, and how many of these have waited since `lateSince`. The waiting rows are scanned once into one JSON text, from which
 * the listed ones are taken; a window function would scan them again.
 */
const withPeople = (db: Db, select: SQL, lateFrom: Instant | null) =>
  db
    .select({
      ...waitingColumns,
      waiting: sql<number>`a.waiting`.as('waiting'),
      late: sql<number>`a.late`.as('late'),
      person: personColumns('person'),
      owner: personColumns('owner'),
    })
    .from(
      sql`(SELECT count(*) AS waiting, count(CASE WHEN since <= ${lateFrom} THEN 1 END) AS late, json_group_array(${WAITING_JSON}) AS rows FROM (${select} LIMIT ${MAX_QUEUE_COUNT + 1})) a
        CROSS JOIN json_each(a.rows) w
        LEFT JOIN users person ON person.id = w.value ->> 'personId' LEFT JOIN users owner ON owner.id = w.value ->> 'ownerId'`,
    )
    .limit(QUEUE_ITEMS)

type Found = Awaited<ReturnType<typeof withPeople>>[number]

const someone = ({ id, name, image, role }: Found['person']): Someone =>
  id === null ? null : { id, name, image: uploadUrl(image), role }

type Caller = { id: number; role: Role }

/** The parts of the queue that are read for somebody: all that their role reads, and what they have taken of it. */
const partsFor = ({ id, role }: Caller, now: Instant) => waitingOf([...queueOf(role), ...takenOf(role)], id, now)

/** The statements of somebody's queue, for `queueEntries`. */
export const queueStatements = (db: Db, caller: Caller, now: Instant) =>
  partsFor(caller, now).map(({ kind, select }) => withPeople(db, select, lateSince(kind, now)))

/** The counts and the waiting rows of several statements, oldest first. */
function together(found: readonly (readonly Found[])[]) {
  const sum = (count: (first: Found) => number) =>
    found.reduce((total, [first]) => total + (first ? count(first) : 0), 0)
  const waiting = sum((first) => first.waiting)
  return {
    count: Math.min(waiting, MAX_QUEUE_COUNT),
    isMore: waiting > MAX_QUEUE_COUNT,
    late: Math.min(
      sum((first) => first.late),
      MAX_QUEUE_COUNT,
    ),
    items: found
      .flat()
      .toSorted((one, other) => one.since - other.since)
      .slice(0, QUEUE_ITEMS)
      .map(({ id, since, person, owner, title, amount, trouble }) => ({
        id,
        since,
        person: someone(person),
        owner: someone(owner),
        title,
        amount,
        trouble,
      })),
  }
}

/** The kinds of somebody's queue, from the rows of `queueStatements`. */
export function queueEntries(caller: Caller, now: Instant, found: readonly (readonly Found[])[]) {
  const parts = partsFor(caller, now)
  const rowsOf = (kind: QueueKind, isOwn: boolean) =>
    together(found.filter((_, index) => parts[index]?.kind === kind && parts[index].isOwn === isOwn))
  return queueOf(caller.role).map(({ kind, isOwn }) => {
    const { count, late, items } = rowsOf(kind, true)
    const all = rowsOf(kind, isOwn)
    return { kind, ...all, oldest: all.items[0]?.since ?? null, mine: { count, late, items } }
  })
}

/**
 * Everything that waits for a decision, in the kinds that the caller may read (docs/rules/staff.md 2.1), and what of it is
 * theirs or has waited too long (14.1, 14.2). The cost does not grow with the number of rows.
 */
export const queue = reading(
  ({ caller, db, now }: ReadRequest<typeof staffQueue>) => queueStatements(db, caller, now),
  async ({ actor, now }, found) => ({ kinds: queueEntries(actor, now, found) }),
)
