import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Body } from '#contract/call'
import type { editUser } from '#contract/users'
import type { Db } from '#db/client'
import { type Account, users } from '#db/schema/users'
import { type EmailChange, emailChangeOf } from '#domain/auth/email-change'
import type { WayBack } from '#domain/auth/ways-back'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { refuseTakenEmail } from '../auth/previous-email-store.ts'
import { assertProof } from '../auth/proof-store.ts'
import { assertCurrentPassword, hashNewPassword } from '../auth/store.ts'
import { emailCodeStatements } from '../auth/verification-store.ts'
import type { ActContext } from '../http/bind.ts'
import { abortIf } from '../http/constraints.ts'
import { consumeAttempt } from '../http/throttle.ts'
import type { AccountChange } from '../messages/message.ts'
import { messageStatement } from '../messages/outbox.ts'
import { countMessageTo, countNoticeTo } from '../messages/recipient-limit.ts'

export type Changes = Omit<Body<typeof editUser>, 'proof'>

/** What a request changes of an account's sign-in and contact data (docs/rules/accounts.md 4.4, 7.3). */
export type CredentialChanges = {
  passwordHash: string | null
  emailChange: EmailChange | null
  /** An existing number is replaced by another one. */
  isPhoneReplaced: boolean
  /** The ways of taking an account back that the request takes (9.4). */
  waysBack: WayBack[]
}

type EditContext = ActContext<typeof editUser>

/** The current password proves the owner, if there is one; setting the first password requires another proof. */
async function assertOwner(ctx: EditContext, account: Account): Promise<void> {
  const { password, proof } = ctx.body
  if (password && (password.current !== null || account.passwordHash !== null))
    return assertCurrentPassword(ctx, account, password.current)
  return assertProof(ctx, proof)
}

const waysTaken = ({
  body: { password, activated },
  isOwner,
  emailChange,
}: Pick<EditContext, 'body'> & { isOwner: boolean; emailChange: EmailChange | null }): WayBack[] => [
  ...(password ? (['password-change'] as const) : []),
  ...(emailChange === 'replace' ? ([isOwner ? 'email-replaced' : 'email-by-staff'] as const) : []),
  ...(activated === false ? (['deactivation'] as const) : []),
]

/**
 * Decides on a new address, phone or password, and requires a proof of the owner for each; staff who edit another's account
 * need no proof, but are audited.
 * @throws DomainError `wrong-password`, `user-exists`, `too-many-requests`, and the codes of `assertProof`.
 */
export async function decideCredentials(ctx: EditContext, account: Account): Promise<CredentialChanges> {
  const { actor, body, db, now } = ctx
  const { email, phone, password } = body
  const isOwner = actor.id === account.id
  const emailChange = email === undefined || email === account.email ? null : emailChangeOf(account, isOwner)
  const isPhoneReplaced = phone !== undefined && account.phone !== null && phone !== account.phone
  if (isOwner && (emailChange !== null || isPhoneReplaced || password)) await assertOwner(ctx, account)
  if (emailChange !== null && email !== undefined) await refuseTakenEmail(db, account.id, email, now)
  const isNotified = isPhoneReplaced || Boolean(password) || emailChange === 'replace'
  if (isOwner && isNotified) await countNoticeTo(db, account.email, now)
  // Rate-limited, because any address may be typed and each mail costs money.
  if (emailChange === 'wait' && email !== undefined) {
    await consumeAttempt(db, `email code ${account.id}`, now, CODE_REQUEST_THROTTLE)
    await countMessageTo(db, 'email', email, now)
  }
  return {
    passwordHash: password ? await hashNewPassword(ctx, password.new, account) : null,
    emailChange,
    isPhoneReplaced,
    waysBack: waysTaken({ body, isOwner, emailChange }),
  }
}

/**
 * Fails a batch that changes credentials when what was decided on has changed: a verified address must not be replaced as
 * if it were unverified.
 */
export function unchangedStatement(db: Db, account: Account, { email, phone, password }: Changes) {
  const decides = email !== undefined || phone !== undefined || password !== undefined
  const isOther = sql`(
    SELECT ${users.email} IS NOT ${account.email} OR ${users.verifiedEmail} IS NOT ${account.verifiedEmail ? 1 : 0}
      OR ${users.phone} IS NOT ${account.phone}
    FROM ${users} WHERE ${eq(users.id, account.id)}
  )`
  return abortIf(db, 'proven-account-changed', decides ? isOther : sql`0`)
}

/** The changes of which the owner's present address is notified. */
function notifiedChangesOf(
  { passwordHash, emailChange, isPhoneReplaced }: CredentialChanges,
  isOwner: boolean,
): AccountChange[] {
  return [
    ...(passwordHash === null ? [] : (['password'] as const)),
    ...(isPhoneReplaced ? (['phone'] as const) : []),
    ...(emailChange === 'replace' ? ([isOwner ? 'email' : 'email-by-staff'] as const) : []),
  ]
}

/**
 * The statements that accompany a change of credentials: the code to the new address, and the mails to the present one.
 */
export function credentialStatements(
  { db, now, actor }: Pick<EditContext, 'db' | 'now' | 'actor'>,
  account: Account,
  { email }: Changes,
  changes: CredentialChanges,
): BatchItem<'sqlite'>[] {
  const { id } = account
  const isOwner = actor.id === id
  const mail = { channel: 'email', to: account.email, template: 'account_changed' } as const
  const { emailChange } = changes
  return [
    ...notifiedChangesOf(changes, isOwner).map((change) => messageStatement(db, { ...mail, params: { change } }, now)),
    ...(emailChange === 'wait' && email !== undefined ? emailCodeStatements(db, { userId: id, email }, now) : []),
  ]
}
