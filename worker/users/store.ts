import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Member, Person } from '#contract/users'
import { batchThenRead } from '#db/batch'
import type { Db } from '#db/client'
import { erasures } from '#db/schema/erasures'
import { students } from '#db/schema/students'
import { tutors } from '#db/schema/tutors'
import { type Account, identities, users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isStaff, isStudent, isTutorSide, Role } from '#domain/roles'
import { NETWORK_REGISTRATIONS } from '#domain/throttle'
import { dueConsents, requiredTexts, textVersions } from '#domain/users/consents'
import { findSession, firstSession, type SignInContext, tokenOf } from '../auth/session-store.ts'
import { hashNewPassword } from '../auth/store.ts'
import { emailCodeStatements } from '../auth/verification-store.ts'
import type { Env } from '../env.ts'
import { uploadUrl } from '../files/store.ts'
import { type Claiming, completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { consumeWith } from '../http/throttle.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { isDeliverable } from '../outside/email/mailbox.ts'
import { provenStudentStatements } from '../students/store.ts'
import { acceptStatement, marketingStatement } from './consent-store.ts'

/** The query whose rows `membersById` takes, for ids given as a list or as a subquery. */
export const membersStatement = (db: Db, ids: readonly number[] | SQL) =>
  db
    .select({ id: users.id, name: users.name, englishName: users.englishName, image: users.image, role: users.role })
    .from(users)
    .where(isAmong(users.id, ids))

/** The returned function throws `unexpected` for an id without an account. */
export function membersById(rows: Awaited<ReturnType<typeof membersStatement>>): (id: number) => Member {
  const byId = new Map(rows.map((person) => [person.id, { ...person, image: uploadUrl(person.image) }]))
  return (id) => {
    const person = byId.get(id)
    if (!person) throw new DomainError('unexpected')
    return person
  }
}

export type Registration = {
  role: Role
  email: string
  /** Null for an account that signs in only through a third party. */
  password: string | null
  /** The third party's subject, and whether it has verified the address. */
  identity?: { provider: 'google'; subject: string; verifiedEmail: boolean }
  /** By a mailed link, whoever registers. */
  isAddressProven?: true
  /** What first takes the address from an account of which nobody has proven it (docs/rules/staff.md 12.4). */
  freesAddress?: readonly BatchItem<'sqlite'>[]
  name?: string
  /** A tutor's account created by staff may accept bookings at once (docs/rules/accounts.md 2.1). */
  activated: boolean
  student?: Omit<typeof students.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>
  /**
   * Where the person has accepted the texts, and whether they agree to mailings (docs/rules/privacy.md 5.2); missing where they have
   * accepted none.
   */
  consents?: { place: 'registration' | 'google' | 'staff'; marketing?: boolean | undefined } | undefined
}

const isProven = ({ identity, isAddressProven }: Registration): boolean =>
  isAddressProven ?? identity?.verifiedEmail ?? false

/** The profile row of a role; staff have none. */
function profileOf(
  db: Db,
  id: SQL<number>,
  { role, activated, student }: Registration,
  now: Instant,
): BatchItem<'sqlite'>[] {
  const times = { createdAt: now, updatedAt: now }
  if (isStudent(role)) return [db.insert(students).values({ id, ...student, ...times })]
  if (isTutorSide(role)) return [db.insert(tutors).values({ id, activated, ...times })]
  return []
}

/** For a student's verified address the invite and the free trial; for an unverified address the e-mail with its code. */
async function addressStatements(
  ctx: Opening,
  userId: SQL<number>,
  registration: Registration,
): Promise<BatchItem<'sqlite'>[]> {
  const { email, role, identity } = registration
  if (!isProven(registration)) return emailCodeStatements(ctx.db, { userId, email }, ctx.now)
  return isStudent(role) ? provenStudentStatements(ctx, userId, { email, subject: identity?.subject }) : []
}

function identityStatements(db: Db, userId: SQL<number>, { identity, email }: Registration, now: Instant) {
  if (!identity) return []
  const { provider, subject } = identity
  return [db.insert(identities).values({ provider, subject, userId, email, createdAt: now })]
}

function consentStatements(db: Db, userId: SQL<number>, { consents }: Registration, now: Instant) {
  if (!consents) return []
  const { place, marketing = false } = consents
  return [
    acceptStatement(db, { userId, texts: requiredTexts, place, now }),
    ...(marketing ? [marketingStatement(db, { userId, given: true, place, now })] : []),
  ]
}

type Opened = { role: Role; marketing?: boolean | undefined; hasAgreed?: boolean | undefined }

/**
 * What registers with an account by e-mail (docs/rules/privacy.md 5.2): whoever opens their own accepts the texts; of others staff say
 * whether they have, and those who have not are asked later.
 */
export function consentsOfOpening(
  actor: { role: Role } | null,
  { role, marketing, hasAgreed = true }: Opened,
): Registration['consents'] {
  if (!actor || !isStaff(actor.role)) return { place: 'registration', marketing }
  return hasAgreed && (role === Role.Student || role === Role.Tutor) ? { place: 'staff' } : undefined
}

/** Who opens an account, and from where. */
type Opening = { env: Env; db: Db; now: Instant; ip: string }

/**
 * Refuses an address that an account has. With a password each try is counted for its network; a third party's sign-in is
 * counted where it is checked.
 * @throws DomainError `user-exists`, TooManyRequests.
 */
async function refuseTaken({ db, now, ip }: Opening, { email, password, freesAddress }: Registration): Promise<void> {
  const isInTheWay = freesAddress?.length ? eq(users.verifiedEmail, true) : undefined
  const taken = (isWithin?: SQL) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isInTheWay, isWithin))
  const found =
    password === null
      ? await taken()
      : await consumeWith({ db, now }, `registrations from ${ip}`, NETWORK_REGISTRATIONS, taken)
  if (found.length > 0) throw new DomainError('user-exists')
}

/** Counts the mail with the first code as one that was asked for. @throws TooManyRequests. */
async function countFirstCode({ db, now }: Opening, registration: Registration): Promise<void> {
  if (!isProven(registration)) await countMessageTo(db, 'email', registration.email, now)
}

/**
 * Creates an account with its profile and code, or invite and trial, in one batch; `more` adds statements that need the new
 * id.
 * @throws DomainError `invalid-email-address` for a domain that receives no mail, `user-exists` for a taken address, also
 * when a concurrent request has taken it first, `invalid-verification-code` for an invitation that another request has
 * used, `invalid-password` (docs/rules/accounts.md 4.1).
 */
export async function openAccount(
  ctx: Opening,
  registration: Registration,
  more: (id: SQL<number>) => BatchItem<'sqlite'>[] = () => [],
): Promise<Account> {
  const { env, db, now } = ctx
  const { email, password, role, identity, name = null, freesAddress = [] } = registration
  const verifiedEmail = isProven(registration)
  await refuseTaken(ctx, registration)
  if (!identity && !verifiedEmail && !(await isDeliverable(env, email))) throw new DomainError('invalid-email-address')
  // A refused password sends no code, and so counts none.
  const passwordHash = password === null ? null : await hashNewPassword(ctx, password, { email, name })
  await countFirstCode(ctx, registration)
  // The new id is only known inside the batch: its other statements look it up by the address.
  const id = sql<number>`(SELECT ${users.id} FROM ${users} WHERE ${users.email} = ${email})`
  try {
    const { read } = await batchThenRead(db, freesAddress, [
      db
        .insert(users)
        .values({ email, passwordHash, role, verifiedEmail, name, foldedName: name, createdAt: now, updatedAt: now })
        .returning(),
      ...profileOf(db, id, registration, now),
      ...identityStatements(db, id, registration, now),
      ...(await addressStatements(ctx, id, registration)),
      ...consentStatements(db, id, registration, now),
      ...more(id),
    ])
    const account = read[0][0]
    if (!account) throw new Error('The new account was not returned')
    await triggerDelivery(env)
    // The row was returned before the register's trigger changed it.
    const { terms: acceptedTerms, privacy: acceptedPrivacy } = textVersions
    return registration.consents ? { ...account, acceptedTerms, acceptedPrivacy } : account
  } catch (error) {
    const violation = violationIn(error)
    if (!violation) throw error
    // The invitation by which it is opened waits no more.
    const isUsed = 'code' in violation && violation.code === 'invalid-verification-code'
    throw new DomainError(isUsed ? 'invalid-verification-code' : 'user-exists')
  }
}

type SignedIn = { account: Account; token: string }

/**
 * Creates an account and signs it in, in one batch: a repeated request is answered with the token of that session.
 * @throws DomainError the codes of `openAccount`.
 */
export async function openSignedIn(
  ctx: SignInContext & Claiming & Opening,
  registration: Registration,
  more: (id: SQL<number>) => BatchItem<'sqlite'>[],
): Promise<SignedIn> {
  const session = firstSession(ctx, registration.role)
  const account = await openAccount(ctx, registration, (id) => [
    session.statement(id),
    ...completionStatements(ctx, session.id),
    ...more(id),
  ])
  return { account, token: await session.token(account) }
}

/** The account that a request has created, with the current token of its session, by the session's id. */
export async function recallSignedIn(
  { env, db }: Pick<SignInContext, 'env' | 'db'>,
  sessionId: string,
): Promise<SignedIn> {
  const session = await findSession(db, sessionId)
  const [account] = await db
    .select()
    .from(users)
    .where(eq(users.id, session?.userId ?? 0))
  if (!session || !account) throw new DomainError('unexpected')
  return { account, token: await tokenOf(env, account, session) }
}

/** What other users may see of these accounts, by id. */
export const peopleOf = async (db: Db, ids: readonly number[]): Promise<Map<number, Person>> =>
  peopleById(await peopleStatement(db, ids))

/** The query whose rows `peopleById` takes, for ids given as a list or as a subquery. */
export const peopleStatement = (db: Db, ids: readonly number[] | SQL) =>
  db
    .select({ id: users.id, name: users.name, englishName: users.englishName, image: users.image })
    .from(users)
    .where(isAmong(users.id, ids))

export const peopleById = (rows: Awaited<ReturnType<typeof peopleStatement>>): Map<number, Person> =>
  new Map(rows.map((row) => [row.id, { ...row, image: uploadUrl(row.image) }]))

/** One of `peopleById`; without a name and an image for a deleted account. */
export const personAmong = (people: ReadonlyMap<number, Person>, id: number): Person =>
  people.get(id) ?? { id, name: null, englishName: null, image: null }

/** Selects an account, with the day of an erasure that its person has asked for (docs/rules/privacy.md 4.1). */
export const accountWithErasure = (db: Db, id: number) =>
  db
    .select({ ...getTableColumns(users), erasedAfter: erasures.due })
    .from(users)
    .leftJoin(erasures, and(eq(erasures.userId, users.id), sql`${erasures.stoppedAt} IS NULL`, isNull(erasures.doneAt)))
    .where(eq(users.id, id))

/**
 * An account as its owner and staff see it; it tells whether there is a password, but never its hash
 * (docs/rules/accounts.md 6.7).
 */
export const userView = (account: Account & { erasedAfter?: Instant | null }) => ({
  id: account.id,
  email: account.email,
  pendingEmail: account.pendingEmail,
  password: account.passwordHash !== null,
  hasPassword: account.passwordHash !== null,
  name: account.name,
  englishName: account.englishName,
  image: uploadUrl(account.image),
  address: account.address,
  birthYear: account.birthYear,
  hasGuardian: account.hasGuardian,
  gender: account.gender,
  role: account.role,
  erasedAfter: account.erasedAfter,
  consentsDue: dueConsents(account),
  verifiedEmail: account.verifiedEmail,
  verifiedPhone: account.verifiedPhone,
  verifiedWhatsApp: account.verifiedWhatsApp,
  creditScore: account.creditScore,
  city: account.city,
  phone: account.phone,
  notificationMethod: account.notificationMethod,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
})
