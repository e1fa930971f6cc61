import { eq } from 'drizzle-orm'
import type { editUser } from '#contract/users'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { type Account, users } from '#db/schema/users'
import { calendarYear } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { isAdmin, isStudent, isStudio, isTutorSide, Role } from '#domain/roles'
import { whyNotOwnBirthYear } from '#domain/students/guardians'
import { whyNotAbout, whyNotBio } from '#domain/tutors/profile'
import { assertMayEdit, type EditableField } from '#domain/users/editing'
import { whyNotAccountName } from '#domain/users/name'
import { whyNotBirthYear } from '#domain/users/profile'
import { endAccess } from '../auth/access-store.ts'
import { deleteFileRowsStatement, deleteFiles } from '../files/store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { violationIn } from '../http/constraints.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { assertReason } from '../http/reason.ts'
import { assertVersion, versionStatement } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { activationStatement } from '../messages/onboarding.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import {
  type Changes,
  type CredentialChanges,
  credentialStatements,
  decideCredentials,
  unchangedStatement,
} from './credential-changes.ts'
import { accountStatement, phoneCodeStatements, profileStatements, removedFileKeys } from './edit-statements.ts'
import { userView } from './store.ts'

type Target = { account: Account; profile: typeof tutors.$inferSelect | null }

/** The statements of a `Target`. */
const targetStatements = (db: Db, id: number) =>
  [db.select().from(users).where(eq(users.id, id)), db.select().from(tutors).where(eq(tutors.id, id))] as const

const named = (changes: Changes): EditableField[] =>
  (Object.keys(changes) as EditableField[]).filter((field) => changes[field] !== undefined)

const refuseText = (text: string | null | undefined, whyNot: (text: string) => Parameters<typeof refuse>[0]) => {
  if (typeof text === 'string') refuse(whyNot(text))
}

/**
 * A minor's year of birth is changed by staff, who say why (docs/rules/privacy.md 6.6).
 * @throws DomainError `birth-year-fixed` for a minor, `bad-request` for staff without a reason.
 */
function refuseBirthYear({ actor, reason, now }: ActContext<typeof editUser>, account: Account, year: number): void {
  refuse(whyNotBirthYear(year, calendarYear(now), account.role))
  if (!isStudent(account.role)) return
  const refusal = whyNotOwnBirthYear(account.birthYear, year, now)
  if (refusal && isAdmin(actor.role)) assertReason(reason)
  else refuse(refusal)
}

function refuseContent(ctx: ActContext<typeof editUser>, { account }: Target, changes: Changes): void {
  refuseText(changes.name, (name) => whyNotAccountName(name, account.role))
  refuseText(changes.bio, whyNotBio)
  refuseText(changes.about, whyNotAbout)
  const { birthYear } = changes
  if (birthYear !== undefined) refuseBirthYear(ctx, account, birthYear)
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

/** The named fields before and after, for the audit log; for a password only that it changed. */
function audited(ctx: ActContext<typeof editUser>, { account, profile }: Target, { emailChange }: CredentialChanges) {
  const { password, proof: _proof, email, ...others } = ctx.body
  const secret = password ? { password: 'changed' } : {}
  const address = email === undefined ? {} : emailChange === 'wait' ? { pendingEmail: email } : { email }
  const plain = { ...others, ...address }
  const before = beforeOf({ ...profile, ...account }, plain)
  return auditStatements(ctx, {
    act: 'user.edit',
    kind: 'user',
    id: account.id,
    before,
    after: { ...plain, ...secret },
  })
}

const refuseTaken = (error: unknown): never => {
  const violation = violationIn(error)
  if (!violation) throw error
  const isChanged = 'code' in violation && violation.code === 'changed-meanwhile'
  throw new DomainError(isChanged ? 'version-conflict' : 'user-exists')
}

/**
 * Changes the given fields; permission is decided per field (docs/rules/accounts.md 7.2). The owner needs a proof for
 * another address, phone or password (4.4). A new address is pending until it is verified, a new phone is unverified, and a
 * new password ends every session.
 * @throws DomainError `empty-request`, `user-not-found`, `forbidden`, `user-exists`, `unverified-phone`,
 * `version-conflict`, the codes of `decideCredentials`, and the codes of the fields.
 */
export const edit = reading(
  ({ params, db }: ReadRequest<typeof editUser>) => targetStatements(db, params.id),
  async (ctx: ActContext<typeof editUser>, [[account], [profile = null]]) => {
    const { actor, db, env, body, now, after } = ctx
    const { proof: _proof, ...changes } = body
    refuseEmpty(changes)
    if (!account) throw new DomainError('user-not-found')
    const target = { account, profile }
    const { id, role } = account
    assertMayEdit(actor, { id, role, studioId: profile?.studioId ?? null }, named(changes))
    assertVersion(ctx, account)
    refuseContent(ctx, target, changes)
    refuseNotifications(target, changes)
    await refuseNoStudio(db, changes.studioId)
    const credentials = await decideCredentials(ctx, account)
    const ended = endAccess(ctx, credentials.waysBack, account)
    const isFirstActivation = changes.activated === true && profile?.activatedAt === null && role === Role.Tutor
    const [, , , dropped, [saved]] = await db
      .batch([
        livingSessionStatement(ctx),
        versionStatement(ctx, users, id),
        unchangedStatement(db, account, changes),
        // Before the update, while the row still names the old files.
        deleteFileRowsStatement(db, removedFileKeys(id, changes)),
        accountStatement(db, id, changes, credentials, now),
        ...ended.statements,
        ...profileStatements(db, id, changes, now),
        ...phoneCodeStatements(db, account, changes),
        ...credentialStatements(ctx, account, changes, credentials),
        ...(isTutorSide(role) ? touchTutors(db, [id]) : []),
        ...(isFirstActivation ? [activationStatement(env, db, account.email, now)] : []),
        ...audited(ctx, target, credentials),
      ])
      .catch(refuseTaken)
    if (!saved) throw new DomainError('user-not-found')
    const { emailChange, passwordHash, isPhoneReplaced } = credentials
    if (emailChange !== null || passwordHash !== null || isPhoneReplaced || isFirstActivation)
      after(triggerDelivery(env))
    const keys = dropped.map((file) => file.key)
    after(Promise.all([deleteFiles(env, keys), ...(isTutorSide(role) ? [notifyTutorUpdated(env, db, id, now)] : [])]))
    after(ended.closeSockets())
    return userView(saved)
  },
)
