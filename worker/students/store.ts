import { eq, type SQL } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { students } from '#db/schema/students'
import { type Account, users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudent } from '#domain/roles'
import type { Env } from '../env.ts'
import { acceptInviteStatements } from '../plans/invite-store.ts'
import { erasedAmong, freeTrialStatements, type MaybeProven } from '../subscriptions/store.ts'

type Profile = typeof students.$inferSelect

/** @throws DomainError `forbidden` for a student other than the actor, unless the actor is an admin. */
export function refuseOtherStudents(actor: Pick<Account, 'id' | 'role'>, id: number): void {
  if (!isAdmin(actor.role) && id !== actor.id) throw new DomainError('forbidden')
}

/** The statements whose rows `studentOf` takes. */
export const studentStatements = (db: Db, id: number) =>
  [
    db
      .select({ role: users.role, createdAt: users.createdAt, updatedAt: users.updatedAt })
      .from(users)
      .where(eq(users.id, id)),
    db.select().from(students).where(eq(students.id, id)),
  ] as const

/**
 * A student's account and profile; the profile is null where none is stored.
 * @throws DomainError `student-not-found`.
 */
export function studentOf([[account], [profile]]: RowsOf<ReturnType<typeof studentStatements>>) {
  if (!account || !isStudent(account.role)) throw new DomainError('student-not-found')
  return { account, profile: profile ?? null }
}

/** As `studentOf`, running the statements. @throws DomainError `student-not-found`. */
export const findStudent = async (db: Db, id: number) => studentOf(await db.batch(studentStatements(db, id)))

/** The profile as answered: its id is also the account's. */
export const studentView = (profile: Profile) => ({ ...profile, userId: profile.id })

/**
 * What a student gets for a verified address, phone number or Google account: the invite of the address
 * (docs/rules/minutes.md 2.4) and the free trial (docs/rules/minutes.md 5.1). The statements must follow those that record
 * the verification; they read the account inside the batch, and do nothing for other roles, for an unverified address, and
 * when repeated.
 */
export const provenStudentStatements = async (
  ctx: { env: Env; db: Db; now: Instant },
  userId: number | SQL<number>,
  proven: MaybeProven,
): Promise<Statement[]> => [
  ...acceptInviteStatements(ctx.db, userId, ctx.now),
  ...freeTrialStatements(ctx.db, userId, ctx.now, await erasedAmong(ctx, userId, proven)),
]
