import { and, count, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { listUncontactedTutors } from '#contract/tutors'
import { roomMembers } from '#db/schema/chat'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { Role } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { offsetOf } from '../http/pages.ts'
import { onlineAmong } from '../live/presence.ts'

/** Tutors and managers whose profile is complete enough to be shown as somebody to write to (docs/rules/tutors.md 2.8). */
const introduced = and(
  ...[users.name, tutors.about, tutors.bio, users.image, users.phone, users.city].map((column) => isNotNull(column)),
  eq(users.verifiedEmail, true),
  or(
    eq(users.role, Role.TutorManager),
    and(
      eq(users.role, Role.Tutor),
      eq(users.verifiedPhone, true),
      eq(tutors.activated, true),
      ...[users.birthYear, tutors.video, tutors.thumbnail].map((column) => isNotNull(column)),
    ),
  ),
)

/** Accounts that share no chat room with this student. `CROSS JOIN` keeps SQLite from beginning with all members of all rooms. */
const withoutRoom = (studentId: number) => sql`${users.id} NOT IN (
  SELECT other.user_id FROM ${roomMembers} mine CROSS JOIN ${roomMembers} other ON other.room_id = mine.room_id
  WHERE mine.user_id = ${studentId})`

export const listUncontacted: Act<typeof listUncontactedTutors> = async ({ actor, db, env, query }) => {
  const where = and(eq(users.id, tutors.id), introduced, withoutRoom(actor.id))
  const [counted, rows] = await db.batch([
    db.select({ total: count() }).from(tutors).crossJoin(users).where(where),
    db
      .select({
        id: users.id,
        name: users.name,
        image: users.image,
        role: users.role,
        gender: users.gender,
        bio: tutors.bio,
        lastSeen: users.lastSeen,
      })
      // A cross join, as SQLite would walk all accounts, newest first, for the few that are tutors'.
      .from(tutors)
      .crossJoin(users)
      .where(where)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(query.size)
      .offset(offsetOf(query)),
  ])
  const online = await onlineAmong(
    env,
    rows.map((row) => row.id),
  )
  const list = rows.map(({ role, lastSeen, ...row }) => ({
    ...row,
    role: role === Role.TutorManager ? Role.TutorManager : Role.Tutor,
    image: uploadUrl(row.image),
    lastSeen,
    online: online.has(row.id),
  }))
  return { list, total: counted[0]?.total ?? 0 }
}
