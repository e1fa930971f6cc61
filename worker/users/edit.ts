import { eq } from 'drizzle-orm'
import type { editUser } from '#contract/users'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { type Instant, localTime } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { isStudio, isTutorSide } from '#domain/roles'
import { whyNotAbout, whyNotBio } from '#domain/tutors/profile'
import { assertMayEdit, type EditableField } from '#domain/users/editing'
import { whyNotAccountName } from '#domain/users/name'
import { whyNotBirthYear } from '#domain/users/profile'
import { auditStatements } from '../audit/entry.ts'
import { assertCurrentPassword, hashNewPassword } from '../auth/store.ts'
import { deleteFileRowsStatement, deleteFiles } from '../files/store.ts'
import type { Act, At } from '../http/bind.ts'
import { violationIn } from '../http/constraints.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { assertVersion, versionStatement } from '../http/versions.ts'
import { endIdentitiesOfChange } from '../identities/store.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { touchTutors } from '../tutors/store.ts'
import {
  accountStatement,
  type Changes,
  calendarStatements,
  codeStatements,
  profileStatements,
  removedFileKeys,
} from './edit-statements.ts'
import { type Account, userView } from './store.ts'

type Target = { account: Account; profile: typeof tutors.$inferSelect | null }

async function findTarget(db: Db, id: number): Promise<Target> {
  const [found] = await db
    .select({ account: users, profile: tutors })
    .from(users)
    .leftJoin(tutors, eq(tutors.id, users.id))
    .where(eq(users.id, id))
  if (!found) throw new DomainError('user-not-found')
  return found
}

const named = (changes: Changes): EditableField[] =>
  (Object.keys(changes) as EditableField[]).filter((field) => changes[field] !== undefined)

const refuseText = (text: string | null | undefined, whyNot: (text: string) => Parameters<typeof refuse>[0]) => {
  if (typeof text === 'string') refuse(whyNot(text))
}

function refuseContent({ account }: Target, changes: Changes, now: Instant): void {
  refuseText(changes.name, (name) => whyNotAccountName(name, account.role))
  refuseText(changes.bio, whyNotBio)
  refuseText(changes.about, whyNotAbout)
  const { birthYear } = changes
  const year = Number(localTime(now).day.slice(0, 4))
  if (birthYear !== undefined) refuse(whyNotBirthYear(birthYear, year, account.role))
}

/** @throws DomainError `unverified-phone` for a notification method without a verified phone, or with a new number. */
function refuseNotifications({ account }: Target, { notificationMethod, phone }: Changes): void {
  if (notificationMethod === undefined) return
  const isSamePhone = phone === undefined || phone === account.phone
  const mayKeep = account.verifiedPhone && (isSamePhone || notificationMethod === null)
  if (!mayKeep) throw new DomainError('unverified-phone')
}

async function refuseNoStudio(db: Db, studioId: number | null | undefined): Promise<void> {
  if (typeof studioId !== 'number') return
  const [studio] = await db.select({ role: users.role }).from(users).where(eq(users.id, studioId))
  if (!studio || !isStudio(studio.role)) throw new DomainError('user-not-found', 'studioId: no such studio')
}

async function newHash(at: At<typeof editUser>, account: Account): Promise<string | null> {
  const { password } = at.body
  if (!password) return null
  await assertCurrentPassword(at, account, password.current)
  return hashNewPassword(password.new)
}

/** Before and after of the named fields, for the audit log; of a password only that it changed. */
function audited(at: At<typeof editUser>, { account, profile }: Target) {
  const { password, ...plain } = at.body
  const secret = password ? { password: 'changed' } : {}
  const before = beforeOf({ ...profile, ...account }, plain)
  return auditStatements(at, {
    act: 'user.edit',
    kind: 'user',
    id: account.id,
    before,
    after: { ...plain, ...secret },
  })
}

const refuseTaken = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('user-exists') : error
}

/**
 * Changes the given fields; who may change which is decided per field (docs/rules/accounts.md 7.2). A new e-mail or phone is
 * unverified, a new e-mail ends the sign-ins through third parties, and a new password ends every session.
 * @throws DomainError `empty-request`, `user-not-found`, `forbidden`, `user-exists`, `wrong-password`,
 * `unverified-phone`, `version-conflict`, and the codes of the fields.
 */
export const edit: Act<typeof editUser> = async (at) => {
  const { actor, db, env, params, body, now, after } = at
  refuseEmpty(body)
  const target = await findTarget(db, params.id)
  const { account, profile } = target
  const { id, role } = account
  assertMayEdit(actor, { id, role, studioId: profile?.studioId ?? null }, named(body))
  assertVersion(at, account)
  refuseContent(target, body, now)
  refuseNotifications(target, body)
  await refuseNoStudio(db, body.studioId)
  const passwordHash = await newHash(at, account)
  const [, , dropped, [saved]] = await db
    .batch([
      versionStatement(at, users, id),
      endIdentitiesOfChange(db, id, body.email),
      // Before the update: the files are named by the row as it was.
      deleteFileRowsStatement(db, removedFileKeys(id, body)),
      accountStatement(db, id, body, passwordHash, now),
      ...profileStatements(db, id, body, now),
      ...codeStatements(db, account, body),
      ...calendarStatements(db, account.id, body),
      ...(isTutorSide(role) ? touchTutors(db, [id]) : []),
      ...audited(at, target),
    ])
    .catch(refuseTaken)
  if (!saved) throw new DomainError('user-not-found')
  const keys = dropped.map((file) => file.key)
  after(Promise.all([deleteFiles(env, keys), ...(isTutorSide(role) ? [notifyTutorUpdated(env, db, id, now)] : [])]))
  if (passwordHash !== null) after(closeRevokedSockets(env, db, id, now))
  return userView(saved)
}
