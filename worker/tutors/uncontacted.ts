import { sql } from 'drizzle-orm'
import type { listUncontactedTutors } from '#contract/tutors'
import type { Db } from '#db/client'
import { roomMembers } from '#db/schema/chat'
import { users } from '#db/schema/users'
import { type ReadRequest, reading } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { offsetOf } from '../http/pages.ts'
import { onlineAmong } from '../live/presence.ts'
import type { IntroducedTutor } from './cards.ts'
import { tutorsCheck, tutorsFor } from './store.ts'

/**
 * Everybody who shares a chat room with this student. `CROSS JOIN` keeps SQLite from scanning all members of all rooms
 * first.
 */
const contactsOf = (db: Db, studentId: number) =>
  db
    .select({ id: sql<number>`other.user_id` })
    .from(sql`${roomMembers} mine CROSS JOIN ${roomMembers} other ON other.room_id = mine.room_id`)
    .where(sql`mine.user_id = ${studentId}`)

const newestFirst = (one: IntroducedTutor, other: IntroducedTutor) =>
  other.createdAt - one.createdAt || other.id - one.id

/** All of a snapshot's, in the order of the list; sorted once for all students. */
const inOrder = new WeakMap<ReadonlyMap<number, IntroducedTutor>, IntroducedTutor[]>()

function newestOf(introduced: ReadonlyMap<number, IntroducedTutor>): IntroducedTutor[] {
  const known = inOrder.get(introduced)
  if (known) return known
  const sorted = [...introduced.values()].sort(newestFirst)
  inOrder.set(introduced, sorted)
  return sorted
}

/** The tutors whom a student may write to and has not yet, newest first, from the cache (docs/rules/tutors.md 2.8). */
export const listUncontacted = reading(
  ({ caller, db, now }: ReadRequest<typeof listUncontactedTutors>) => [
    contactsOf(db, caller.id),
    ...tutorsCheck(db, now, caller),
  ],
  async (ctx, [contacts, changed]) => {
    const { db, env, query } = ctx
    const { introduced } = await tutorsFor(ctx, changed)
    const contacted = new Set(contacts.map(({ id }) => id))
    const found = newestOf(introduced).filter(({ id }) => !contacted.has(id))
    const shown = found.slice(offsetOf(query), offsetOf(query) + query.size)
    const ids = shown.map(({ id }) => id)
    const [seen, online] = await Promise.all([
      db.select({ id: users.id, lastSeen: users.lastSeen }).from(users).where(isAmong(users.id, ids)),
      onlineAmong(env, ids),
    ])
    const lastSeen = new Map(seen.map((row) => [row.id, row.lastSeen]))
    const list = shown.map(({ createdAt: _, ...tutor }) => ({
      ...tutor,
      lastSeen: lastSeen.get(tutor.id) ?? null,
      online: online.has(tutor.id),
    }))
    return { list, total: found.length }
  },
)
