import { and, eq, inArray } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { logInWithGoogle, startGoogle } from '#contract/auth'
import type { Db } from '#db/client'
import { identities, users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isStudent, isTutorSide, Role } from '#domain/roles'
import { decideSignIn, type ThirdPartyPerson } from '#domain/users/third-party'
import { webOrigins } from '../env.ts'
import type { Act, At } from '../http/bind.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { nextVersion } from '../http/versions.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { personOfAccessToken, personOfIdToken, signInAddress } from '../outside/google/identity.ts'
import { answerSignIn } from '../second-factor/store.ts'
import { refusePausedRegistration } from '../settings/store.ts'
import { provenStudentStatements } from '../students/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { openAccount } from '../users/store.ts'
import { type Account, endOfSessions } from './store.ts'

const provider = 'google'

async function personOf({ body, env, ip }: At<typeof logInWithGoogle>): Promise<ThirdPartyPerson> {
  if (body.type === 'id-token') return personOfIdToken(env, body.token)
  // Each access token costs a request to the provider, also from strangers.
  await consumeRateLimit(env.LOGIN_LIMIT, `google ${ip}`)
  return personOfAccessToken(env, body.token)
}

type AccountMatch = { account: Account; isLinked: boolean; isLinkedToAnother: boolean }

/** The account linked to the provider's subject, or else the account with the e-mail address. */
async function matchOf(db: Db, { subject, email }: ThirdPartyPerson): Promise<AccountMatch | null> {
  const isSubject = and(eq(identities.provider, provider), eq(identities.subject, subject))
  const bySubject = db.select({ id: identities.userId }).from(identities).where(isSubject)
  const [linked] = await db.select().from(users).where(inArray(users.id, bySubject))
  if (linked) return { account: linked, isLinked: true, isLinkedToAnother: false }
  const [account] = await db.select().from(users).where(eq(users.email, email))
  if (!account) return null
  const others = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.userId, account.id)))
  return { account, isLinked: false, isLinkedToAnother: others.length > 0 }
}

/**
 * The statements for an address that the provider has verified and the account had not: it counts as verified. A password
 * from before was set by somebody who never proved the address, so that it is removed and its sessions end.
 */
function provenStatements(db: Db, { id, role }: Account, now: Instant): BatchItem<'sqlite'>[] {
  return [
    db
      .update(users)
      .set({
        verifiedEmail: true,
        passwordHash: null,
        sessionsValidFrom: endOfSessions(now),
        updatedAt: nextVersion(users, now),
      })
      .where(eq(users.id, id)),
    ...(isTutorSide(role) ? touchTutors(db, [id]) : []),
  ]
}

async function signInExisting(
  { db, env, now, after }: At<typeof logInWithGoogle>,
  { account }: AccountMatch,
  person: ThirdPartyPerson,
): Promise<Account> {
  const provesAddress = !account.verifiedEmail && person.verifiedEmail && account.email === person.email
  await db.batch([
    db
      .insert(identities)
      .values({ provider, subject: person.subject, userId: account.id, createdAt: now })
      .onConflictDoNothing(),
    ...(provesAddress ? provenStatements(db, account, now) : []),
    ...(isStudent(account.role) ? provenStudentStatements(db, account.id, now) : []),
  ])
  if (provesAddress) after(closeRevokedSockets(env, db, account.id, now))
  const [fresh] = await db.select().from(users).where(eq(users.id, account.id))
  return fresh ?? account
}

async function signIn(at: At<typeof logInWithGoogle>, person: ThirdPartyPerson): Promise<Account> {
  const { body, db, env, now } = at
  const match = await matchOf(db, person)
  const outcome = decideSignIn(person, match && { ...match, role: match.account.role }, body.role)
  if (outcome === 'enter' && match) return signInExisting(at, match, person)
  if (body.role !== undefined) await refusePausedRegistration(db, body.role)
  const { email, subject, verifiedEmail } = person
  const registration = { role: body.role ?? Role.Student, email, password: null, activated: false }
  return openAccount(env, db, { ...registration, identity: { provider, subject, verifiedEmail } }, now)
}

const isTaken = (error: unknown): boolean => error instanceof DomainError && error.code === 'user-exists'

/**
 * Signs in with Google, or registers when there is no account and a role is given (docs/rules/accounts.md 3.2).
 * @throws DomainError `unauthenticated`, `user-not-found`, `bad-request` for another role than the account's,
 * `service-unavailable`, `too-many-requests`, `second-factor-required`.
 */
export const logIn: Act<typeof logInWithGoogle> = async (at) => {
  const person = await personOf(at)
  const account = await signIn(at, person).catch((error: unknown) => {
    // A second request at the same moment has registered the account first: sign in to it.
    if (isTaken(error)) return signIn(at, person)
    throw error
  })
  return answerSignIn(at, account)
}

/**
 * Redirects to the provider's page, which redirects back to `redirectUri`: a page of the web apps, or tokens would leak.
 * @throws DomainError `bad-request` for a page that is not ours, `service-unavailable`.
 */
export const start: Act<typeof startGoogle> = async ({ query, env }) => {
  const { origin } = URL.parse(query.redirectUri) ?? { origin: '' }
  if (!webOrigins(env).includes(origin)) throw new DomainError('bad-request', 'redirectUri: not a page of ours')
  return new Response(null, {
    status: 302,
    headers: { location: signInAddress(env, query), 'cache-control': 'no-store' },
  })
}
