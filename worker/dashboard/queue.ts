import { type SQL, sql } from 'drizzle-orm'
import type { staffQueue } from '#contract/dashboard'
import type { Db } from '#db/client'
import { MAX_QUEUE_COUNT, QUEUE_ITEMS, type QueueKind, queueOf } from '#domain/dashboard/queue'
import type { Role } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import { type AskedByRole, readingByRole } from '../http/bind.ts'
import { waitingColumns, waitingOf } from './waiting.ts'

type Someone = { id: number; name: string | null; image: string | null; role: Role } | null

/** What the statement answers of the account `joined` that stands for one of a row's people; no two columns have one name. */
const personColumns = (joined: string) => ({
  id: sql<number | null>`${sql.raw(`${joined}.id`)}`.as(`${joined}_id`),
  name: sql<string | null>`${sql.raw(`${joined}.name`)}`.as(`${joined}_name`),
  image: sql<string | null>`${sql.raw(`${joined}.image`)}`.as(`${joined}_image`),
  role: sql<Role>`${sql.raw(`${joined}.role`)}`.as(`${joined}_role`),
})

/** The account of a column, of the rows that are listed: of the others, which are counted, nobody is looked up. */
const joinedOn = (joined: string, column: string) =>
  sql.raw(`LEFT JOIN users ${joined} ON ${joined}.id = CASE WHEN w.place <= ${QUEUE_ITEMS} THEN w.${column} END`)

/** A statement of `waitingOf` with the people of the rows that it lists. */
const withPeople = (db: Db, select: SQL) =>
  db
    .select({ ...waitingColumns, person: personColumns('person'), owner: personColumns('owner') })
    .from(
      sql`(SELECT *, ROW_NUMBER() OVER () AS place FROM (${select})) w ${joinedOn('person', 'personId')} ${joinedOn('owner', 'ownerId')}`,
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
