import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { students } from '#db/schema/students'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudent } from '#domain/roles'
import type { Account } from '../auth/store.ts'

type Profile = typeof students.$inferSelect

/** @throws DomainError `forbidden` for a student other than the actor, unless the actor is an admin. */
export function refuseOtherStudents(actor: Pick<Account, 'id' | 'role'>, id: number): void {
  if (!isAdmin(actor.role) && id !== actor.id) throw new DomainError('forbidden')
}

/**
 * A student's account and profile; the profile is null where none is stored.
 * @throws DomainError `student-not-found`.
 */
export async function findStudent(db: Db, id: number): Promise<{ account: Account; profile: Profile | null }> {
  const [found] = await db
    .select({ account: users, profile: students })
    .from(users)
    .leftJoin(students, eq(students.id, users.id))
    .where(eq(users.id, id))
  if (!found || !isStudent(found.account.role)) throw new DomainError('student-not-found')
  return found
}

/** The profile as answers show it: its id is also the account's. */
export const studentView = (profile: Profile) => ({ ...profile, userId: profile.id })
