import { sql } from 'drizzle-orm'
import type { staffQueue } from '#contract/dashboard'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { MAX_QUEUE_COUNT, QUEUE_ITEMS, type QueueKind, queueOf } from '#domain/dashboard/queue'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { type WaitingRow, waitingColumns, waitingOf } from './waiting.ts'

async function peopleOf(db: Db, rows: readonly WaitingRow[]) {
  const ids = rows.flatMap(({ personId, ownerId }) => [personId, ownerId]).filter((id) => id !== null)
  const found = await db
    .select({ id: users.id, name: users.name, image: users.image, role: users.role })
    .from(users)
    .where(isAmong(users.id, [...new Set(ids)]))
  const byId = new Map(found.map((one) => [one.id, { ...one, image: uploadUrl(one.image) }]))
  return (id: number | null) => (id === null ? null : (byId.get(id) ?? null))
}

/** The rows of a kind, longest waiting first; those of several statements are merged. */
const ofKind = (rows: readonly WaitingRow[], kind: QueueKind): WaitingRow[] =>
  rows.filter((row) => row.kind === kind).toSorted((one, other) => one.since - other.since)

/**
 * What waits for a decision, in the kinds that the caller may read (docs/rules/staff.md 2.1). Two trips to the
 * database, whose cost does not grow with what waits.
 */
export const queue: Act<typeof staffQueue> = async ({ actor, db, now }) => {
  const kinds = queueOf(actor.role)
  const [first, ...others] = waitingOf(kinds, actor.id, now).map((select) =>
    db.select(waitingColumns).from(sql`(${select})`),
  )
  const rows = first ? (await db.batch([first, ...others])).flat() : []
  const waiting = kinds.map(({ kind }) => ({ kind, rows: ofKind(rows, kind) }))
  const personOf = await peopleOf(
    db,
    waiting.flatMap((one) => one.rows.slice(0, QUEUE_ITEMS)),
  )
  return {
    kinds: waiting.map(({ kind, rows: all }) => ({
      kind,
      count: Math.min(all.length, MAX_QUEUE_COUNT),
      isMore: all.length > MAX_QUEUE_COUNT,
      oldest: all[0]?.since ?? null,
      items: all.slice(0, QUEUE_ITEMS).map(({ id, since, personId, ownerId, title, amount, trouble }) => ({
        id,
        since,
        person: personOf(personId),
        owner: personOf(ownerId),
        title,
        amount,
        trouble,
      })),
    })),
  }
}
