import { type SQL, sql } from 'drizzle-orm'
import type { staffQueue } from '#contract/dashboard'
import type { Db } from '#db/client'
import { MAX_QUEUE_COUNT, QUEUE_ITEMS, type QueueKind, queueOf } from '#domain/dashboard/queue'
import type { Role } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import { type AskedByRole, readingByRole } from '../http/bind.ts'
import { waitingColumns, waitingOf } from './waiting.ts'

type Someone = { id: number; name: string | null; image: string | null; role: Role } | null

/** What the statement answers of the account that stands for one of a row's people; no two columns have one name. */
const personColumns = (of: 'person' | 'owner') => ({
  id: sql<number | null>`${sql.raw(`w.${of}_id`)}`.as(`${of}_id`),
  name: sql<string | null>`${sql.raw(`w.${of}_name`)}`.as(`${of}_name`),
  image: sql<string | null>`${sql.raw(`w.${of}_image`)}`.as(`${of}_image`),
  role: sql<Role>`${sql.raw(`w.${of}_role`)}`.as(`${of}_role`),
})

const PEOPLE = sql.raw(
  ['person', 'owner']
    .flatMap((of) => ['id', 'name', 'image', 'role'].map((name) => `${of}.${name} AS ${of}_${name}`))
    .join(', '),
)

/** The rows of a statement of `waitingOf`: those that are listed with their people, then the others, one more than are counted. */
const withPeople = (db: Db, select: SQL) =>
  db.select({ ...waitingColumns, person: personColumns('person'), owner: personColumns('owner') }).from(
    sql`(SELECT l.*, ${PEOPLE} FROM (${select} LIMIT ${QUEUE_ITEMS}) l
          LEFT JOIN users person ON person.id = l.personId LEFT JOIN users owner ON owner.id = l.ownerId
        UNION ALL SELECT c.*, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
          FROM (${select} LIMIT ${MAX_QUEUE_COUNT + 1 - QUEUE_ITEMS} OFFSET ${QUEUE_ITEMS}) c) w`,
  )

type Found = Awaited<ReturnType<typeof withPeople>>[number]

const someone = ({ id, name, image, role }: Found['person']): Someone =>
  id === null ? null : { id, name, image: uploadUrl(image), role }

/** The rows of a kind, longest waiting first; those of several statements are merged. */
const ofKind = (rows: readonly Found[], kind: QueueKind): Found[] =>
  rows.filter((row) => row.kind === kind).toSorted((one, other) => one.since - other.since)

/** What waits for a decision, in the kinds that the caller may read (docs/rules/staff.md 2.1). The cost does not grow with it. */
export const queue = readingByRole(
  ({ askerId, role, db, now }: AskedByRole<typeof staffQueue>) =>
    waitingOf(queueOf(role), askerId, now).map((select) => withPeople(db, select)),
  async ({ actor }, found) => {
    const waiting = queueOf(actor.role).map(({ kind }) => ({ kind, rows: ofKind(found.flat(), kind) }))
    return {
      kinds: waiting.map(({ kind, rows }) => ({
        kind,
        count: Math.min(rows.length, MAX_QUEUE_COUNT),
        isMore: rows.length > MAX_QUEUE_COUNT,
        oldest: rows[0]?.since ?? null,
        items: rows.slice(0, QUEUE_ITEMS).map(({ id, since, person, owner, title, amount, trouble }) => ({
          id,
          since,
          person: someone(person),
          owner: someone(owner),
          title,
          amount,
          trouble,
        })),
      })),
    }
  },
)
