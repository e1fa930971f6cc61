import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { confirmationCodes } from '#db/schema/verification'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { CODE_VALIDITY_MINUTES, ConfirmationPurpose, HIGHEST_CODE, LOWEST_CODE } from '#domain/verification/codes'
import { abortIf, violationIn } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { consumeAttempt, resetAttempts } from '../http/throttle.ts'
import { messageStatement } from '../messages/outbox.ts'

const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
const CODES = HIGHEST_CODE - LOWEST_CODE + 1
/** A code expires with its fifth wrong attempt (docs/rules/accounts.md 5.2). */
export const MAX_ATTEMPTS = 5

/** A uniformly distributed code: numbers past the last multiple of the range are drawn again, or low codes would be likelier. */
function generateCode(): number {
  const limit = Math.floor(2 ** 32 / CODES) * CODES
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return LOWEST_CODE + ((drawn[0] ?? 0) % CODES)
}

type EmailPurpose = typeof ConfirmationPurpose.VerifyEmail | typeof ConfirmationPurpose.ResetPassword
type Owner = number | SQL<number>

/** The statement that stores a code. It replaces the account's code of the same purpose, of which only one is valid. */
function replaceCodeStatement(db: Db, userId: Owner, purpose: ConfirmationPurpose, code: number, now: Instant) {
  const fresh = { code, attempts: 0, createdAt: now, expiresAt: now + VALIDITY }
  return db
    .insert(confirmationCodes)
    .values({ userId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [confirmationCodes.userId, confirmationCodes.purpose], set: fresh })
}

type Statements = [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]

/** The statements that store a code and queue its e-mail. */
export function emailCodeStatements(
  db: Db,
  { userId, email, purpose }: { userId: Owner; email: string; purpose: EmailPurpose },
  now: Instant,
): Statements {
  const code = generateCode()
  const template = purpose === ConfirmationPurpose.VerifyEmail ? 'verify_email' : 'forget_password'
  return [
    replaceCodeStatement(db, userId, purpose, code, now),
    messageStatement(db, { channel: 'email', to: email, template, params: { code: String(code) } }, now),
  ]
}

/** The statements that store a code and queue its WhatsApp message, whatever the account's notification settings. */
export function phoneCodeStatements(db: Db, userId: number, phone: string, now: Instant): Statements {
  const code = generateCode()
  return [
    replaceCodeStatement(db, userId, ConfirmationPurpose.VerifyWhatsApp, code, now),
    messageStatement(
      db,
      { channel: 'whatsapp', to: phone, template: 'verify_phone_number', params: { otp: String(code) } },
      now,
    ),
  ]
}

const codesOf = (userIds: readonly number[], purpose: ConfirmationPurpose) =>
  and(isAmong(confirmationCodes.userId, userIds), eq(confirmationCodes.purpose, purpose))

/**
 * The account among these whose valid code this is. An attempt counts for the codes of all of them.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code` (docs/rules/accounts.md 5.2).
 */
export async function ownerOfCode(
  db: Db,
  userIds: readonly number[],
  purpose: ConfirmationPurpose,
  code: number,
  now: Instant,
): Promise<number> {
  // Counted before it is compared: otherwise parallel attempts could exceed the limit.
  const codes = await db
    .update(confirmationCodes)
    .set({ attempts: sql`${confirmationCodes.attempts} + 1` })
    .where(codesOf(userIds, purpose))
    .returning()
  const expired = codes.filter((one) => one.expiresAt <= now || one.attempts > MAX_ATTEMPTS)
  for (const one of expired)
    await db.delete(confirmationCodes).where(and(codesOf([one.userId], purpose), eq(confirmationCodes.code, one.code)))
  const match = codes.find((one) => one.code === code && !expired.includes(one))
  if (match) return match.userId
  const isOver = expired.length > 0 && expired.length === codes.length
  throw new DomainError(isOver ? 'expired-verification-code' : 'invalid-verification-code')
}

/** A code presented by its own account; `ip` is the client's address, by which wrong ones are counted too. */
export type PresentedCode = { userId: number; purpose: ConfirmationPurpose; code: number; ip: string }

/**
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, and `too-many-requests` after ten wrong
 * ones from one address.
 */
export async function checkCode(db: Db, { userId, purpose, code, ip }: PresentedCode, now: Instant): Promise<void> {
  const attemptKey = `code ${userId} ${ip}`
  await consumeAttempt(db, attemptKey, now)
  await ownerOfCode(db, [userId], purpose, code, now)
  await resetAttempts(db, attemptKey)
}

export const deleteCodeStatement = (db: Db, userId: number, purpose: ConfirmationPurpose) =>
  db.delete(confirmationCodes).where(codesOf([userId], purpose))

/**
 * The statements that consume a code. Callers put them before the writes that the code allows: the whole batch fails when
 * another request has consumed the code, or the address that it was sent to has changed.
 */
export function consumeCodeStatements(db: Db, userId: number, purpose: ConfirmationPurpose, code: number) {
  const unused = sql`SELECT 1 FROM ${confirmationCodes} WHERE ${codesOf([userId], purpose)} AND ${confirmationCodes.code} = ${code}`
  return [abortIf(db, sql`NOT EXISTS (${unused})`), deleteCodeStatement(db, userId, purpose)] as const
}

/** The `catch` of such a batch: a code that was consumed meanwhile is refused as a wrong one. */
export const refuseUsedCode = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('invalid-verification-code') : error
}
