import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { users } from '#db/schema/users'
import { confirmationCodes, passwordResetCodes } from '#db/schema/verification'
import {
  CODE_PAUSE_SECONDS,
  CODE_VALIDITY_MINUTES,
  ConfirmationPurpose,
  HIGHEST_CODE,
  LOWEST_CODE,
  RESET_CODE_LENGTH,
} from '#domain/auth/verification-codes'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { fallbackAt } from '#domain/messages/delivery'
import { DISTRIBUTED_GUESS_THROTTLE, NETWORK_CODES } from '#domain/throttle'
import type { Env } from '../env.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { keyedHash, keyedHashes, randomTypedCode } from '../http/encryption.ts'
import { consumeAttempt, consumeFixedWindow, resetAttempts, uncountUse } from '../http/throttle.ts'
import { encryptParams } from '../messages/encrypted-params.ts'

const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
const PAUSE = CODE_PAUSE_SECONDS * 1000
const CODES = HIGHEST_CODE - LOWEST_CODE + 1
/** A code expires with its fifth wrong attempt (docs/rules/accounts.md 5.2). */
const MAX_ATTEMPTS = 5

/**
 * A uniformly distributed code: numbers beyond the last multiple of the range are drawn again, otherwise low codes would be
 * more likely.
 */
function generateCode(): number {
  const limit = Math.floor(2 ** 32 / CODES) * CODES
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return LOWEST_CODE + ((drawn[0] ?? 0) % CODES)
}

/** Selects the pending address. */
export const pendingEmailOf = (db: Db, userId: number) =>
  db.select({ pending: users.pendingEmail }).from(users).where(eq(users.id, userId))

type Owner = number | SQL<number>

type Statements = [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]

type SentCode = {
  userId: Owner
  purpose: ConfirmationPurpose
  to: string
  /** The message: its channel, its template, and the name of its parameter. */
  message: readonly ['email', 'verify_email', 'code'] | readonly ['whatsapp', 'verify_phone_number', 'otp']
  /** Whether the number is another person's: then no mail goes to the account where WhatsApp does not reach it. */
  isOfAnother?: true
}

/**
 * The statements that send a code and store it. One that was sent to the same address or number and is still valid is sent
 * again as it is, with its tries: messages overtake one another, and the last to arrive must not hold a code that no longer
 * counts. Within `CODE_PAUSE_SECONDS` of the last message nothing is sent or changed (docs/rules/accounts.md 5.1).
 */
function codeStatements(db: Db, { userId, purpose, to, message, isOfAnother }: SentCode, now: Instant): Statements {
  const [channel, template, parameter] = message
  const fresh = generateCode()
  const { code, attempts, sentTo, sentAt, expiresAt } = confirmationCodes
  const isValid = sql`(${sentTo} IS ${to} AND ${expiresAt} > ${now} AND ${attempts} < ${MAX_ATTEMPTS})`
  const isOnItsWay = sql`(${isValid} AND ${sentAt} > ${now - PAUSE})`
  const ofOwner = sql`FROM ${confirmationCodes} WHERE ${confirmationCodes.userId} = ${userId} AND ${confirmationCodes.purpose} = ${purpose}`
  const sent = sql`COALESCE((SELECT ${code} ${ofOwner} AND ${isValid}), ${fresh})`
  // A number is bound as a floating-point one, whose text would end with ".0".
  const params = sql`json_object(${parameter}, CAST(CAST(${sent} AS INTEGER) AS TEXT))`
  const sending = { sentTo: to, sentAt: now, expiresAt: now + VALIDITY }
  return [
    // Before the code is stored, while the row is still that of the last message.
    db.insert(outbox).select(
      sql`SELECT NULL, ${channel}, ${template}, ${to}, ${params}, 'pending', 0, ${now}, NULL, NULL, NULL, NULL, ${now}, NULL, NULL, NULL, ${isOfAnother ? null : userId}, ${isOfAnother ? null : fallbackAt(template, now)}, NULL
            WHERE NOT EXISTS (SELECT 1 ${ofOwner} AND ${isOnItsWay})`,
    ),
    db
      .insert(confirmationCodes)
      .values({ userId, purpose, code: fresh, attempts: 0, createdAt: now, ...sending })
      .onConflictDoUpdate({
        target: [confirmationCodes.userId, confirmationCodes.purpose],
        set: {
          code: sql`CASE WHEN ${isValid} THEN ${code} ELSE ${fresh} END`,
          attempts: sql`CASE WHEN ${isValid} THEN ${attempts} ELSE 0 END`,
          createdAt: sql`CASE WHEN ${isValid} THEN ${confirmationCodes.createdAt} ELSE ${now} END`,
          ...sending,
        },
        setWhere: sql`${isOnItsWay} IS NOT 1`,
      }),
  ]
}

/** The statements that mail a code that verifies an address. */
export const emailCodeStatements = (
  db: Db,
  { userId, email }: { userId: Owner; email: string },
  now: Instant,
): Statements => {
  const message = ['email', 'verify_email', 'code'] as const
  return codeStatements(db, { userId, purpose: ConfirmationPurpose.VerifyEmail, to: email, message }, now)
}

/** The statements that send a code by WhatsApp, whatever the account's notification settings. */
export const phoneCodeStatements = (db: Db, userId: number, phone: string, now: Instant): Statements => {
  const message = ['whatsapp', 'verify_phone_number', 'otp'] as const
  return codeStatements(db, { userId, purpose: ConfirmationPurpose.VerifyWhatsApp, to: phone, message }, now)
}

/** The statements that send a guardian the code by which they consent (docs/rules/privacy.md 6.3). */
export const guardianCodeStatements = (db: Db, userId: number, phone: string, now: Instant): Statements => {
  const message = ['whatsapp', 'verify_phone_number', 'otp'] as const
  const purpose = ConfirmationPurpose.GuardianConsent
  return codeStatements(db, { userId, purpose, to: phone, message, isOfAnother: true }, now)
}

const codeOf = (userId: number, purpose: ConfirmationPurpose) =>
  and(eq(confirmationCodes.userId, userId), eq(confirmationCodes.purpose, purpose))

/** @throws DomainError `invalid-verification-code`, `expired-verification-code` (docs/rules/accounts.md 5.2). */
async function assertCode(db: Db, { userId, purpose, code, sentTo }: PresentedCode, now: Instant): Promise<void> {
  // Counted before it is compared: otherwise parallel attempts could exceed the limit.
  const [stored] = await db
    .update(confirmationCodes)
    .set({ attempts: sql`${confirmationCodes.attempts} + 1` })
    .where(codeOf(userId, purpose))
    .returning()
  if (!stored) throw new DomainError('invalid-verification-code')
  if (stored.expiresAt <= now || stored.attempts > MAX_ATTEMPTS) {
    await db.delete(confirmationCodes).where(and(codeOf(userId, purpose), eq(confirmationCodes.code, stored.code)))
    throw new DomainError('expired-verification-code')
  }
  const isElsewhere = sentTo !== undefined && stored.sentTo !== sentTo
  if (stored.code !== code || isElsewhere) throw new DomainError('invalid-verification-code')
}

/**
 * A code presented by its own account; `ip` is the client's network, by which wrong codes are also counted. With `sentTo` it counts
 * only if it was sent there.
 */
export type PresentedCode = {
  userId: number
  purpose: ConfirmationPurpose
  code: number
  ip: string
  sentTo?: string
}

/**
 * Checks a code of five digits. It could be guessed with few attempts, so they are counted per account and network, per
 * account over all networks, and per network over all accounts (docs/rules/accounts.md 5.6).
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, `too-many-requests`.
 */
export async function checkCode(db: Db, presented: PresentedCode, now: Instant): Promise<void> {
  const { userId, ip } = presented
  const [own, ofAccount, ofNetwork] = [`code ${userId} ${ip}`, `codes of ${userId}`, `codes from ${ip}`]
  await consumeAttempt(db, own, now)
  await consumeAttempt(db, ofAccount, now, DISTRIBUTED_GUESS_THROTTLE)
  await consumeFixedWindow(db, ofNetwork, NETWORK_CODES, now)
  await assertCode(db, presented, now)
  await db.batch([resetAttempts(db, own), resetAttempts(db, ofAccount), uncountUse(db, ofNetwork)])
}

export const deleteCodeStatement = (db: Db, userId: number, purpose: ConfirmationPurpose) =>
  db.delete(confirmationCodes).where(codeOf(userId, purpose))

/**
 * The statements that consume a code. Callers put them before the writes that the code allows: the whole batch fails when
 * another request has consumed the code, or the address that it was sent to has changed.
 */
export function consumeCodeStatements(db: Db, userId: number, purpose: ConfirmationPurpose, code: number) {
  const unused = sql`SELECT 1 FROM ${confirmationCodes} WHERE ${codeOf(userId, purpose)} AND ${confirmationCodes.code} = ${code}`
  return [abortIf(db, 'code-used', sql`NOT EXISTS (${unused})`), deleteCodeStatement(db, userId, purpose)] as const
}

/** The error handler of such a batch: a code that was consumed meanwhile is refused as a wrong one. */
export const refuseUsedCode = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('invalid-verification-code') : error
}

/**
 * The statements that mail a password reset code to the account selected by `isAccount`, and store it. One that is still
 * valid is sent again as it is, and nothing is sent within `CODE_PAUSE_SECONDS` of the last mail, as in `codeStatements`.
 * Without such an account they run as well but write nothing, so that an unknown address costs the same work.
 */
export async function resetCodeStatements(env: Env, db: Db, isAccount: SQL, now: Instant): Promise<Statements> {
  const code = randomTypedCode(RESET_CODE_LENGTH)
  const freshHash = await keyedHash(env, 'reset-code', code)
  const freshMail = JSON.stringify(await encryptParams(env, 'forget_password', { code: code.toUpperCase() }))
  const { userId, codeHash, mail, sentAt, expiresAt } = passwordResetCodes
  const isValid = sql`(${expiresAt} > ${now} AND ${mail} IS NOT NULL)`
  const isOnItsWay = sql`(${isValid} AND ${sentAt} > ${now - PAUSE})`
  const ofAccount = sql`FROM ${passwordResetCodes} WHERE ${userId} = ${users.id}`
  const params = sql`COALESCE((SELECT ${mail} ${ofAccount} AND ${isValid}), ${freshMail})`
  return [
    // Before the code is stored, while the row is still that of the last mail.
    db.insert(outbox).select(
      sql`SELECT NULL, 'email', 'forget_password', ${users.email}, ${params}, 'pending', 0, ${now}, NULL, NULL, NULL, NULL, ${now}, NULL, NULL, NULL, NULL, NULL, NULL
            FROM ${users} WHERE (${isAccount}) AND NOT EXISTS (SELECT 1 ${ofAccount} AND ${isOnItsWay})`,
    ),
    db
      .insert(passwordResetCodes)
      .select(
        sql`SELECT ${users.id}, ${freshHash}, ${freshMail}, ${now}, ${now + VALIDITY}, ${now} FROM ${users} WHERE ${isAccount}`,
      )
      .onConflictDoUpdate({
        target: passwordResetCodes.userId,
        set: {
          codeHash: sql`CASE WHEN ${isValid} THEN ${codeHash} ELSE ${freshHash} END`,
          mail: sql`CASE WHEN ${isValid} THEN ${mail} ELSE ${freshMail} END`,
          createdAt: sql`CASE WHEN ${isValid} THEN ${passwordResetCodes.createdAt} ELSE ${now} END`,
          sentAt: now,
          expiresAt: now + VALIDITY,
        },
        setWhere: sql`${isOnItsWay} IS NOT 1`,
      }),
  ]
}

/** The account of a code, and the stored hash of the code. */
export type FoundCode = { userId: number; email: string; codeHash: string }

/**
 * Finds the account by the code alone; a given address must be that account's own.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code` (docs/rules/accounts.md 5.5).
 */
export async function findResetCode(
  env: Env,
  db: Db,
  { code, email }: { code: string; email?: string | undefined },
  now: Instant,
): Promise<FoundCode> {
  const { codeHash } = passwordResetCodes
  const [found] = await db
    .select({ userId: users.id, email: users.email, codeHash, expiresAt: passwordResetCodes.expiresAt })
    .from(passwordResetCodes)
    .innerJoin(users, eq(users.id, passwordResetCodes.userId))
    .where(inArray(codeHash, await keyedHashes(env, 'reset-code', code)))
  if (!found || (email !== undefined && email !== found.email)) throw new DomainError('invalid-verification-code')
  if (found.expiresAt <= now) throw new DomainError('expired-verification-code')
  return { userId: found.userId, email: found.email, codeHash: found.codeHash }
}

/** The statements that mark a code as used; the batch fails when another request or a newer code came first. */
export function consumeResetCodeStatements(db: Db, { userId, codeHash }: FoundCode) {
  const isCode = and(eq(passwordResetCodes.userId, userId), eq(passwordResetCodes.codeHash, codeHash))
  return [
    abortIf(db, 'reset-code-used', sql`NOT EXISTS (SELECT 1 FROM ${passwordResetCodes} WHERE ${isCode})`),
    db.delete(passwordResetCodes).where(isCode),
  ] as const
}

/** The statement that deletes the code of an account whose address changes: it was sent to the old address. */
export const deleteResetCode = (db: Db, userId: number) =>
  db.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
