import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { confirmationCodes } from '#db/schema/verification'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { CODE_VALIDITY_MINUTES, ConfirmationPurpose, HIGHEST_CODE, LOWEST_CODE } from '#domain/verification/codes'
import { refusalIn, stopIf } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { forgive, takeTry } from '../http/slow-down.ts'
import { messageStatement } from '../messages/outbox.ts'

const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
const CODES = HIGHEST_CODE - LOWEST_CODE + 1
/** So many wrong tries end a code (docs/rules/accounts.md 5.2). */
export const MAX_TRIES = 5

/** A code from a source that cannot be guessed, without the bias of a bare remainder. */
function drawCode(): number {
  const limit = Math.floor(2 ** 32 / CODES) * CODES
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return LOWEST_CODE + ((drawn[0] ?? 0) % CODES)
}

type EmailPurpose = typeof ConfirmationPurpose.VerifyEmail | typeof ConfirmationPurpose.ResetPassword
type Owner = number | SQL<number>

/** The statement that replaces an account's code of one purpose by a new one: one living code at a time. */
function freshCode(db: Db, userId: Owner, purpose: ConfirmationPurpose, code: number, now: Instant) {
  const fresh = { code, attempts: 0, createdAt: now, expiresAt: now + VALIDITY }
  return db
    .insert(confirmationCodes)
    .values({ userId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [confirmationCodes.userId, confirmationCodes.purpose], set: fresh })
}

type Statements = [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]

/** The statements that make a code and mail it. */
export function emailCodeStatements(
  db: Db,
  { userId, email, purpose }: { userId: Owner; email: string; purpose: EmailPurpose },
  now: Instant,
): Statements {
  const code = drawCode()
  const template = purpose === ConfirmationPurpose.VerifyEmail ? 'verify_email' : 'forget_password'
  return [
    freshCode(db, userId, purpose, code, now),
    messageStatement(db, { channel: 'email', to: email, template, params: { code: String(code) } }, now),
  ]
}

/** The statements that make a code and send it to a phone, whatever its owner is notified of. */
export function phoneCodeStatements(db: Db, userId: number, phone: string, now: Instant): Statements {
  const code = drawCode()
  return [
    freshCode(db, userId, ConfirmationPurpose.VerifyWhatsApp, code, now),
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
 * Whose living code this is, among these accounts; each wrong try is counted for all of them, and the fifth ends a code.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code` (docs/rules/accounts.md 5.2).
 */
export async function ownerOfCode(
  db: Db,
  userIds: readonly number[],
  purpose: ConfirmationPurpose,
  code: number,
  now: Instant,
): Promise<number> {
  // Counted before it is compared, so that tries at the same moment are not worth more than tries one by one.
  const codes = await db
    .update(confirmationCodes)
    .set({ attempts: sql`${confirmationCodes.attempts} + 1` })
    .where(codesOf(userIds, purpose))
    .returning()
  const dead = codes.filter((one) => one.expiresAt <= now || one.attempts > MAX_TRIES)
  for (const one of dead)
    await db.delete(confirmationCodes).where(and(codesOf([one.userId], purpose), eq(confirmationCodes.code, one.code)))
  const right = codes.find((one) => one.code === code && !dead.includes(one))
  if (right) return right.userId
  const isOver = dead.length > 0 && dead.length === codes.length
  throw new DomainError(isOver ? 'expired-verification-code' : 'invalid-verification-code')
}

/** A code that somebody presents for their own account. */
export type Presented = { userId: number; purpose: ConfirmationPurpose; code: number; ip: string }

/**
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, and `too-many-requests` after ten wrong
 * ones from one place.
 */
export async function checkCode(db: Db, { userId, purpose, code, ip }: Presented, now: Instant): Promise<void> {
  const door = `code ${userId} ${ip}`
  await takeTry(db, door, now)
  await ownerOfCode(db, [userId], purpose, code, now)
  await forgive(db, door)
}

/** The statement that makes a code worthless. */
export const dropCode = (db: Db, userId: number, purpose: ConfirmationPurpose) =>
  db.delete(confirmationCodes).where(codesOf([userId], purpose))

/**
 * The statements that use a code up. They stand before what the code allows: when another request has used it, or the
 * address that it went to was changed meanwhile, the whole batch fails.
 */
export function useCode(db: Db, userId: number, purpose: ConfirmationPurpose, code: number): Statements {
  const stands = sql`SELECT 1 FROM ${confirmationCodes} WHERE ${codesOf([userId], purpose)} AND ${confirmationCodes.code} = ${code}`
  return [stopIf(db, sql`NOT EXISTS (${stands})`), dropCode(db, userId, purpose)]
}

/** For a batch that uses a code: one that was used meanwhile is wrong. */
export const refuseUsedCode = (error: unknown): never => {
  throw refusalIn(error) ? new DomainError('invalid-verification-code') : error
}
