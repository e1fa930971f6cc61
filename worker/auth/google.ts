import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { logInWithGoogle, startGoogle } from '#contract/auth'
import type { Db } from '#db/client'
import { type Account, identities, users } from '#db/schema/users'
import { ownsSecondFactor } from '#db/second-factor'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isStudent, isTutorSide, Role } from '#domain/roles'
import { decideSignIn, type SignInDecision, type ThirdPartyPerson } from '#domain/users/third-party'
import type { Act, ActContext } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { nextVersion } from '../http/versions.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { signInAddress } from '../outside/google/identity.ts'
import { refusePausedRegistration } from '../settings/store.ts'
import { provenStudentStatements } from '../students/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { openAccount } from '../users/store.ts'
import { endAccess } from './access-store.ts'
import { assertReturnAddress, issueNonce, type Presented, presentedBy, refusalToContinue } from './google-person.ts'
import { addIdentityStatements, endIdentitiesStatements, linkedIdentity } from './identity-store.ts'
import { spendToken } from './one-time-tokens.ts'
import { answerSignIn } from './second-factor-store.ts'
import { checkPassword } from './store.ts'

const provider = 'google'
/** Of concurrent requests one registers or changes the account, and the others decide again. */
const MAX_ATTEMPTS = 3

type GoogleContext = ActContext<typeof logInWithGoogle>
/** `linkedSubject` is the Google account linked to the account; null for none. */
type AccountMatch = { account: Account; linkedSubject: string | null }

/** The account linked to the provider's subject, or else the account with the e-mail address. */
async function matchOf(db: Db, { subject, email }: ThirdPartyPerson): Promise<AccountMatch | null> {
  const isSubject = and(eq(identities.provider, provider), eq(identities.subject, subject))
  const bySubject = db.select({ id: identities.userId }).from(identities).where(isSubject)
  const [linked] = await db.select().from(users).where(inArray(users.id, bySubject))
  if (linked) return { account: linked, linkedSubject: subject }
  const [account] = await db.select().from(users).where(eq(users.email, email))
  if (!account) return null
  return { account, linkedSubject: (await linkedIdentity(db, account.id))?.subject ?? null }
}

/**
 * The statements for an address that the provider has verified but the account had not: it becomes verified. An older
 * password was set by somebody who never proved that they own the address, so it is removed.
 */
function provenStatements(db: Db, { id, role }: Account, now: Instant): BatchItem<'sqlite'>[] {
  return [
    db
      .update(users)
      .set({
        verifiedEmail: true,
        passwordHash: null,
        updatedAt: nextVersion(users, now),
      })
      .where(eq(users.id, id)),
    ...(isTutorSide(role) ? touchTutors(db, [id]) : []),
  ]
}

/** Whether the account has changed since the decision: its address, verification, password or linked Google account. */
const isChanged = ({ account: { id, email, verifiedEmail, passwordHash }, linkedSubject }: AccountMatch): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${id} AND ${users.email} = ${email}
    AND ${users.verifiedEmail} = ${verifiedEmail ? 1 : 0} AND ${users.passwordHash} IS ${passwordHash})
    OR (SELECT ${identities.subject} FROM ${identities}
      WHERE ${identities.userId} = ${id} AND ${identities.provider} = ${provider}) IS NOT ${linkedSubject}`

/**
 * Links the provider's account, replacing any other; `isProof` also verifies the address, and ends what somebody who never
 * proved it has left: the password, the sessions, the phone and more (docs/rules/accounts.md 9.4).
 */
async function link(
  ctx: GoogleContext,
  match: AccountMatch,
  { person, isProof }: { person: ThirdPartyPerson; isProof: boolean },
): Promise<Account> {
  const { db, env, now, after } = ctx
  const { account } = match
  const ended = endAccess(ctx, isProof ? ['google-proof'] : [], account)
  await db.batch([
    abortIf(db, 'google-account-changed', isChanged(match)),
    ...ended.statements,
    ...(isProof ? [] : endIdentitiesStatements(db, account.id)),
    ...addIdentityStatements(db, account, person, now),
    ...(isProof ? provenStatements(db, account, now) : []),
    ...(isStudent(account.role)
      ? await provenStudentStatements(ctx, account.id, { email: account.email, subject: person.subject })
      : []),
  ])
  after(ended.closeSockets())
  after(triggerDelivery(env))
  const [fresh] = await db.select().from(users).where(eq(users.id, account.id))
  return fresh ?? account
}

/** Checks the account's password where linking requires it. */
async function assertMayLink(
  ctx: GoogleContext,
  { email, passwordHash }: Account,
  person: ThirdPartyPerson,
): Promise<void> {
  const { password, challengeAnswer } = ctx.body
  const hasPassword = passwordHash !== null
  if (password === undefined || !hasPassword)
    throw await refusalToContinue(ctx, 'link-required', { person, hasPassword })
  await checkPassword(ctx, email, password, challengeAnswer)
}

/** Whether a second factor is required: a sign-in that is not complete must not change the account. */
const hasSecondStep = (db: Db, { id }: Account): Promise<boolean> => ownsSecondFactor(db, id)

async function decisionOf(
  ctx: GoogleContext,
  person: ThirdPartyPerson,
  match: AccountMatch | null,
): Promise<SignInDecision> {
  try {
    if (!match) return decideSignIn(person, null, ctx.body.role)
    const { account, linkedSubject } = match
    const { role, email, verifiedEmail, passwordHash } = account
    const isLinked = linkedSubject === person.subject
    const isLinkedToAnother = linkedSubject !== null && !isLinked
    const found = { role, email, verifiedEmail, hasPassword: passwordHash !== null, isLinked, isLinkedToAnother }
    return decideSignIn(person, found, ctx.body.role)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'user-not-found')
      throw await refusalToContinue(ctx, 'user-not-found', { person, hasPassword: false })
    throw error
  }
}

async function signInExisting(
  ctx: GoogleContext,
  match: AccountMatch,
  { person, spend, decision }: Deciding,
): Promise<Account> {
  const { account } = match
  if (decision === 'ask') await assertMayLink(ctx, account, person)
  await spend()
  if (decision === 'enter' || (await hasSecondStep(ctx.db, account))) return account
  return link(ctx, match, { person, isProof: decision === 'prove' })
}

type Deciding = { person: ThirdPartyPerson; spend: () => Promise<void>; decision: SignInDecision }

async function register(ctx: GoogleContext, { person, spend }: Deciding): Promise<Account> {
  const { body, db } = ctx
  if (body.role !== undefined) await refusePausedRegistration(db, body.role)
  await spend()
  const { email, subject, verifiedEmail } = person
  return openAccount(ctx, {
    role: body.role ?? Role.Student,
    email,
    password: null,
    activated: false,
    identity: { provider, subject, verifiedEmail },
    consents: { place: 'google' },
  })
}

/** Marks the token as used exactly once, even if the sign-in is decided several times. */
function spender(db: Db, { once }: Presented): () => Promise<void> {
  let isSpent = once === null
  return async () => {
    if (isSpent || once === null) return
    if (!(await spendToken(db, once))) throw new DomainError('unauthenticated', 'token: used before')
    isSpent = true
  }
}

const isTaken = (error: unknown): boolean =>
  (error instanceof DomainError && error.code === 'user-exists') || violationIn(error) !== null

async function signIn(ctx: GoogleContext, presented: Presented): Promise<Account> {
  const { person } = presented
  const spend = spender(ctx.db, presented)
  for (let attempt = 1; ; attempt++) {
    const match = await matchOf(ctx.db, person)
    const decision = await decisionOf(ctx, person, match)
    const deciding = { person, spend, decision }
    try {
      return match ? await signInExisting(ctx, match, deciding) : await register(ctx, deciding)
    } catch (error) {
      if (!isTaken(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/**
 * Signs in with Google, or registers when there is no account and a role is given (docs/rules/accounts.md 3.2). A verified
 * account that is not linked yet requires its password (docs/rules/accounts.md 3.10).
 * @throws DomainError `unauthenticated`, `user-not-found` and `link-required` with what continues the sign-in,
 * `wrong-password`, `challenge-required`, `bad-request` for another role than the account's or a page that is not ours,
 * `service-unavailable`, `too-many-requests`, `second-factor-required`.
 */
export const logIn: Act<typeof logInWithGoogle> = async (ctx) => {
  const account = await signIn(ctx, await presentedBy(ctx, ctx.body))
  return answerSignIn(ctx, { account, ownsSecondFactor: await hasSecondStep(ctx.db, account), statements: [] })
}

/**
 * Redirects to the provider's page, which redirects back to `redirectUri` (docs/rules/accounts.md 3.4).
 * @throws DomainError `bad-request` for a page that is not ours, `service-unavailable`.
 */
export const start: Act<typeof startGoogle> = async ({ query, env, now }) => {
  const { challenge, state } = query
  const redirectUri = assertReturnAddress(env, query.redirectUri)
  const nonce = await issueNonce(env, challenge, now)
  return new Response(null, {
    status: 302,
    headers: { location: signInAddress(env, { redirectUri, state, nonce, challenge }), 'cache-control': 'no-store' },
  })
}
