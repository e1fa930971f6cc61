import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { linkIdentity, listIdentities, unlinkIdentity } from '#contract/identities'
import type { Db } from '#db/client'
import { type Account, identities, users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStudent } from '#domain/roles'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { countNoticeTo } from '../messages/recipient-limit.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { provenStudentStatements } from '../students/store.ts'
import { personOfOwnCode } from './google-person.ts'
import {
  addIdentityStatements,
  endIdentitiesStatements,
  identityMailStatement,
  linkedIdentity,
} from './identity-store.ts'
import { assertProof } from './proof-store.ts'

/** The linked third-party accounts, for the settings (docs/rules/accounts.md 3.13). */

type Identity = typeof identities.$inferSelect

const view = ({ provider, email, createdAt }: Identity) => ({ provider, email, linkedAt: createdAt })

export const list = reading(
  ({ caller, db }: ReadRequest<typeof listIdentities>) => [
    db.select().from(identities).where(eq(identities.userId, caller.id)),
  ],
  async (_, [linked]) => linked.map(view),
)

async function ownAccount(db: Db, id: number): Promise<Account> {
  const [account] = await db.select().from(users).where(eq(users.id, id))
  if (!account) throw new DomainError('unauthenticated')
  return account
}

/** Whether the address or the password has changed since it was checked. */
const isChanged = ({ id, email, passwordHash }: Account): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${id} AND ${users.email} = ${email}
    AND ${users.passwordHash} IS ${passwordHash})`

async function refuseLinked(db: Db, subject: string, userId: number): Promise<void> {
  if (await linkedIdentity(db, userId)) throw new DomainError('identity-exists')
  const [taken] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, 'google'), eq(identities.subject, subject)))
  if (taken) throw new DomainError('identity-taken')
}

/** After a constraint that a concurrent request has broken first: reads what it has linked to choose the error. */
const refuseChanged = async (db: Db, error: unknown, subject: string, userId: number): Promise<never> => {
  if (!violationIn(error)) throw error
  await refuseLinked(db, subject, userId)
  throw new DomainError('illegal')
}

/**
 * Links the Google account that the browser has signed in with, and mails the owner. The proof is checked first, so that a
 * wrong one does not use up the Google sign-in.
 * @throws DomainError `identity-exists`, `identity-taken`, `google-sign-in-failed`, `service-unavailable`, `illegal` when
 * the account was changed concurrently, and the codes of `assertProof`.
 */
export const link: Act<typeof linkIdentity> = async (ctx) => {
  const { actor, body, db, env, now, after } = ctx
  const account = await ownAccount(db, actor.id)
  if (await linkedIdentity(db, actor.id)) throw new DomainError('identity-exists')
  await assertProof(ctx, body.proof)
  const { subject, email } = await personOfOwnCode(ctx, body)
  await refuseLinked(db, subject, actor.id)
  await countNoticeTo(db, account.email, now)
  await db
    .batch([
      abortIf(db, 'linking-account-changed', isChanged(account)),
      livingSessionStatement(ctx),
      ...addIdentityStatements(db, account, { subject, email }, now),
      ...(isStudent(actor.role) ? await provenStudentStatements(ctx, actor.id, { email: account.email, subject }) : []),
      ...auditStatements(ctx, { act: 'identity.link', kind: 'user', id: actor.id, after: { google: email } }),
    ])
    .catch((error) => refuseChanged(db, error, subject, actor.id))
  after(triggerDelivery(env))
  return { provider: 'google', email, linkedAt: now }
}

/**
 * Unlinks the Google account, and mails the owner.
 * @throws DomainError `not-found`, `only-sign-in` for an account without a password, `illegal` when the account was changed
 * concurrently, and the codes of `assertProof`.
 */
export const unlink: Act<typeof unlinkIdentity> = async (ctx) => {
  const { actor, body, params, db, env, now, after } = ctx
  const account = await ownAccount(db, actor.id)
  const linked = await linkedIdentity(db, actor.id)
  if (linked?.provider !== params.provider) throw new DomainError('not-found')
  if (account.passwordHash === null) throw new DomainError('only-sign-in')
  await assertProof(ctx, body.proof)
  await countNoticeTo(db, account.email, now)
  const address = linked.email ?? account.email
  await db
    .batch([
      abortIf(db, 'unlinking-account-changed', isChanged(account)),
      livingSessionStatement(ctx),
      ...endIdentitiesStatements(db, actor.id),
      identityMailStatement(db, account.email, { change: 'unlinked', address }, now),
      ...auditStatements(ctx, { act: 'identity.unlink', kind: 'user', id: actor.id, before: { google: address } }),
    ])
    .catch((error) => {
      throw violationIn(error) ? new DomainError('illegal') : error
    })
  after(triggerDelivery(env))
  return undefined
}
