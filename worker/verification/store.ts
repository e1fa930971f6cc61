import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { confirmationCodes } from '#db/schema/verification'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { CODE_VALIDITY_MINUTES, ConfirmationPurpose, HIGHEST_CODE, LOWEST_CODE } from '#domain/verification/codes'
import { enqueue } from '../messages/outbox.ts'

const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
const CODES = HIGHEST_CODE - LOWEST_CODE + 1
/** So many wrong tries end a code (market.md D3). */
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

/** The statements that replace an account's code of one purpose by a new one and mail it: one live code at a time. */
export function emailCodeStatements(
  db: Db,
  { userId, email, purpose }: { userId: number | SQL<number>; email: string; purpose: EmailPurpose },
  now: Instant,
): BatchItem<'sqlite'>[] {
  const code = drawCode()
  const fresh = { code, attempts: 0, createdAt: now, expiresAt: now + VALIDITY }
  const template = purpose === ConfirmationPurpose.VerifyEmail ? 'verify_email' : 'forget_password'
  return [
    db
      .insert(confirmationCodes)
      .values({ userId, purpose, ...fresh })
      .onConflictDoUpdate({ target: [confirmationCodes.userId, confirmationCodes.purpose], set: fresh }),
    enqueue(db, { channel: 'email', to: email, template, params: { code: String(code) } }, now),
  ]
}

/**
 * Compares a presented code with the account's living one; each wrong try is counted, and the fifth ends the code.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code` (facts: accounts 7.4).
 */
export async function checkCode(
  db: Db,
  userId: number,
  purpose: ConfirmationPurpose,
  code: number,
  now: Instant,
): Promise<void> {
  const mine = and(eq(confirmationCodes.userId, userId), eq(confirmationCodes.purpose, purpose))
  // Counted before it is compared, so that tries at the same moment are not worth more than tries one by one.
  const [live] = await db
    .update(confirmationCodes)
    .set({ attempts: sql`${confirmationCodes.attempts} + 1` })
    .where(mine)
    .returning()
  if (!live) throw new DomainError('invalid-verification-code')
  if (live.expiresAt <= now || live.attempts > MAX_TRIES) {
    await db.delete(confirmationCodes).where(and(mine, eq(confirmationCodes.code, live.code)))
    throw new DomainError('expired-verification-code')
  }
  if (live.code !== code) throw new DomainError('invalid-verification-code')
}

/** The statement that uses a code up; it belongs into the batch of what the code allowed. */
export const useCode = (db: Db, userId: number, purpose: ConfirmationPurpose) =>
  db.delete(confirmationCodes).where(and(eq(confirmationCodes.userId, userId), eq(confirmationCodes.purpose, purpose)))
