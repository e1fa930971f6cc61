import { type SQL, sql } from 'drizzle-orm'
import type { staffQueue } from '#contract/dashboard'
import type { Db } from '#db/client'
import type { Role } from '#domain/roles'
import { MAX_QUEUE_COUNT, QUEUE_ITEMS, type QueueKind, queueOf } from '#domain/staff/dashboard-queue'
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
 * The listed rows of a statement of `waitingOf` with their people and the number of waiting rows, counted up to one more
 * than the limit. The waiting rows are scanned once into one JSON text, from which the listed ones are taken; a window
 * function would scan them again.
 */
const withPeople = (db: Db, select: SQL) =>
  db
    .select({
      ...waitingColumns,
      waiting: sql<number>`a.waiting`.as('waiting'),
      person: personColumns('person'),
      owner: personColumns('owner'),
    })
    .from(
      sql`(SELECT count(*) AS waiting, json_group_array(${WAITING_JSON}) AS rows FROM (${select} LIMIT ${MAX_QUEUE_COUNT + 1})) a
        CROSS JOIN json_each(a.rows) w
        LEFT JOIN users person ON person.id = w.value ->> 'personId' LEFT JOIN users owner ON owner.id = w.value ->> 'ownerId'`,
    )
    .limit(QUEUE_ITEMS)

type Found = Awaited<ReturnType<typeof withPeople>>[number]

const someone = ({ id, name, image, role }: Found['person']): Someone =>
  id === null ? null : { id, name, image: uploadUrl(image), role }

/** The waiting rows of a kind, oldest first; those of several statements are merged. */
function ofKind(found: readonly (readonly Found[])[], kind: QueueKind) {
  const parts = found.filter(([first]) => first?.kind === kind)
  const waiting = parts.reduce((sum, [first]) => sum + (first?.waiting ?? 0), 0)
  return { waiting, rows: parts.flat().toSorted((one, other) => one.since - other.since) }
}

/**
 * Everything that waits for a decision, in the kinds that the caller may read (docs/rules/staff.md 2.1). The cost does not
 * grow with the number of rows.
 */
export const queue = reading(
  ({ caller, db, now }: ReadRequest<typeof staffQueue>) =>
    waitingOf(queueOf(caller.role), caller.id, now).map((select) => withPeople(db, select)),
  async ({ actor }, found) => ({
    kinds: queueOf(actor.role).map(({ kind }) => {
      const { waiting, rows } = ofKind(found, kind)
      return {
        kind,
        count: Math.min(waiting, MAX_QUEUE_COUNT),
        isMore: waiting > MAX_QUEUE_COUNT,
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
      }
    }),
  }),
)
