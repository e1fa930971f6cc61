import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Body } from '#contract/call'
import type { editUser } from '#contract/users'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { ConfirmationPurpose } from '#domain/verification/codes'
import { endOfSessions } from '../auth/store.ts'
import { dropCode } from '../verification/store.ts'
import type { Account } from './store.ts'

export type Changes = Body<typeof editUser>

/** What stands if the address or number is still the same at the moment of writing, and what stands if it is another. */
const ifSame = <T>(column: SQL | typeof users.email | typeof users.phone, value: string | null, same: SQL, other: T) =>
  sql`CASE WHEN ${column} IS ${value} THEN ${same} ELSE ${other} END`

/** Another address is unverified. */
const emailColumns = (email: string | undefined) =>
  email === undefined ? {} : { email, verifiedEmail: ifSame(users.email, email, sql`${users.verifiedEmail}`, 0) }

/** Another number is unverified, and nothing is sent to it (docs/rules/accounts.md 7.3). */
function phoneColumns({ phone, notificationMethod }: Changes) {
  const method = notificationMethod === undefined ? {} : { notificationMethod }
  if (phone === undefined) return method
  return {
    phone,
    verifiedPhone: ifSame(users.phone, phone, sql`${users.verifiedPhone}`, 0),
    verifiedWhatsApp: ifSame(users.phone, phone, sql`${users.verifiedWhatsApp}`, 0),
    notificationMethod: ifSame(users.phone, phone, sql`${users.notificationMethod}`, null),
    ...method,
  }
}

/** The statement that writes the account's own fields: only those given, so that two tabs lose nothing of each other. */
export const accountStatement = (db: Db, id: number, changes: Changes, passwordHash: string | null, now: Instant) =>
  db
    .update(users)
    .set({
      ...emailColumns(changes.email),
      ...phoneColumns(changes),
      ...(passwordHash === null ? {} : { passwordHash, sessionsValidFrom: endOfSessions(now) }),
      name: changes.name,
      gender: changes.gender,
      birthYear: changes.birthYear,
      city: changes.city,
      address: changes.address,
      image: changes.image,
      updatedAt: now,
    })
    .where(eq(users.id, id))
    .returning()

/** The statement that writes a tutor's profile; none when nothing of it was given. */
export function profileStatements(db: Db, id: number, changes: Changes, now: Instant): BatchItem<'sqlite'>[] {
  const { video, thumbnail, bio, about, notice, studioId, activated, bypassOnboarding } = changes
  const profile = { video, thumbnail, bio, about, notice, studioId, activated, bypassOnboarding }
  if (Object.values(profile).every((value) => value === undefined)) return []
  return [
    db
      .update(tutors)
      .set({ ...profile, updatedAt: now })
      .where(eq(tutors.id, id)),
  ]
}

/** Codes went to the old address or number: they prove nothing about the new one. */
export function codeStatements(db: Db, account: Account, { email, phone }: Changes): BatchItem<'sqlite'>[] {
  const { VerifyEmail, ResetPassword, VerifyWhatsApp } = ConfirmationPurpose
  const dead = [
    ...(email !== undefined && email !== account.email ? [VerifyEmail, ResetPassword] : []),
    ...(phone !== undefined && phone !== account.phone ? [VerifyWhatsApp] : []),
  ]
  return dead.map((purpose) => dropCode(db, account.id, purpose))
}

/** The keys of the files that are to be deleted, as a query. */
export function droppedKeys(id: number, { image, video, thumbnail }: Changes): SQL {
  const columns = [
    ...(image === null ? [sql`SELECT ${users.image} FROM ${users} WHERE ${users.id} = ${id}`] : []),
    ...(video === null ? [sql`SELECT ${tutors.video} FROM ${tutors} WHERE ${tutors.id} = ${id}`] : []),
    ...(thumbnail === null ? [sql`SELECT ${tutors.thumbnail} FROM ${tutors} WHERE ${tutors.id} = ${id}`] : []),
  ]
  return columns.length === 0 ? sql`SELECT NULL` : sql.join(columns, sql` UNION ALL `)
}
