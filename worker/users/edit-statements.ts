import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { type Account, users } from '#db/schema/users'
import type { EmailChange } from '#domain/auth/email-change'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import type { Instant } from '#domain/cairo'
import { deleteCodeStatement } from '../auth/verification-store.ts'
import { nextVersion } from '../http/versions.ts'
import type { Changes, CredentialChanges } from './credential-changes.ts'

/** SQL that is `same` if the column still holds `value` when it is written, else `other`. */
const ifSame = <T>(column: SQL | typeof users.email | typeof users.phone, value: string | null, same: SQL, other: T) =>
  sql`CASE WHEN ${column} IS ${value} THEN ${same} ELSE ${other} END`

/**
 * With a verified address, a new one is stored as pending; otherwise it replaces the address, unverified
 * (docs/rules/accounts.md 7.3).
 */
function emailColumns(email: string | undefined, change: EmailChange | null) {
  if (email === undefined || change === null) return {}
  return change === 'wait' ? { pendingEmail: email } : { email, verifiedEmail: false, pendingEmail: null }
}

/** A changed number is unverified, and its notifications are switched off (docs/rules/accounts.md 7.3). */
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

/**
 * The statement that writes the given fields of an account; others are not written, so that concurrent edits do not
 * overwrite them.
 */
export const accountStatement = (
  db: Db,
  id: number,
  changes: Changes,
  { passwordHash, emailChange }: CredentialChanges,
  now: Instant,
) =>
  db
    .update(users)
    .set({
      ...emailColumns(changes.email, emailChange),
      ...phoneColumns(changes),
      ...(passwordHash === null ? {} : { passwordHash }),
      name: changes.name,
      foldedName: changes.name,
      englishName: changes.englishName,
      foldedEnglishName: changes.englishName,
      gender: changes.gender,
      birthYear: changes.birthYear,
      city: changes.city,
      address: changes.address,
      image: changes.image,
      updatedAt: nextVersion(users, now),
    })
    .where(eq(users.id, id))
    .returning()

/** The statement that writes the given fields of a tutor's profile; empty without any. */
export function profileStatements(db: Db, id: number, changes: Changes, now: Instant): BatchItem<'sqlite'>[] {
  const { video, thumbnail, bio, englishBio, about, notice, speaksSlowly, studioId, activated, bypassOnboarding } =
    changes
  const profile = {
    video,
    thumbnail,
    bio,
    foldedBio: bio,
    englishBio,
    about,
    foldedAbout: about,
    notice,
    speaksSlowly,
    studioId,
    activated,
    bypassOnboarding,
  }
  if (Object.values(profile).every((value) => value === undefined)) return []
  return [
    db
      .update(tutors)
      .set({ ...profile, updatedAt: nextVersion(tutors, now) })
      .where(eq(tutors.id, id)),
  ]
}

/** The statement that deletes the code that was sent to the old number: it does not verify the new one. */
export const phoneCodeStatements = (db: Db, { id, phone }: Account, changes: Changes): BatchItem<'sqlite'>[] =>
  changes.phone === undefined || changes.phone === phone
    ? []
    : [deleteCodeStatement(db, id, ConfirmationPurpose.VerifyWhatsApp)]

/** Selects the keys of the files that the change removes. */
export function removedFileKeys(id: number, { image, video, thumbnail }: Changes): SQL {
  const columns = [
    ...(image === null ? [sql`SELECT ${users.image} FROM ${users} WHERE ${users.id} = ${id}`] : []),
    ...(video === null ? [sql`SELECT ${tutors.video} FROM ${tutors} WHERE ${tutors.id} = ${id}`] : []),
    ...(thumbnail === null ? [sql`SELECT ${tutors.thumbnail} FROM ${tutors} WHERE ${tutors.id} = ${id}`] : []),
  ]
  return columns.length === 0 ? sql`SELECT NULL` : sql.join(columns, sql` UNION ALL `)
}
