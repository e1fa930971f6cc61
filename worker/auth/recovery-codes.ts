import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { recoveryCodes } from '#db/schema/second-factors'
import { RECOVERY_CHARACTERS, RECOVERY_CODES, shownRecoveryCode } from '#domain/auth/second-factor'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { normalTypedCode } from '#domain/typed-codes'
import type { Env } from '../env.ts'
import { keyedHash, keyedHashes, randomTypedCode } from '../http/encryption.ts'

/** The hash includes the account id, so that a code is valid for one account only. */
const hashedText = (userId: number, typed: string): string => `${userId} ${normalTypedCode(typed)}`

/** New recovery codes, and the statements that replace the stored hashes. */
export async function newRecoveryCodes(
  env: Env,
  db: Db,
  userId: number,
  now: Instant,
): Promise<{ codes: string[]; statements: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomTypedCode(RECOVERY_CHARACTERS))
  const rows = await Promise.all(
    codes.map(async (code) => ({
      userId,
      codeHash: await keyedHash(env, 'recovery-code', hashedText(userId, code)),
      createdAt: now,
    })),
  )
  return {
    codes: codes.map(shownRecoveryCode),
    statements: [deleteRecoveryCodes(db, userId), db.insert(recoveryCodes).values(rows)],
  }
}

export const deleteRecoveryCodes = (db: Db, userId: number) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))

/** Marks a code as used. @throws DomainError `invalid-verification-code` for an unknown or used code. */
export async function acceptRecoveryCode(
  env: Env,
  db: Db,
  { userId, typed }: { userId: number; typed: string },
  now: Instant,
): Promise<void> {
  const isCode = inArray(recoveryCodes.codeHash, await keyedHashes(env, 'recovery-code', hashedText(userId, typed)))
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), isCode, isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  if (used.length === 0) throw new DomainError('invalid-verification-code')
}

/** Counts the account's unused recovery codes. */
export const codesLeftStatement = (db: Db, userId: number) =>
  db
    .select({ left: sql<number>`COUNT(*)` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))

export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const [row] = await codesLeftStatement(db, userId)
  return row?.left ?? 0
}
