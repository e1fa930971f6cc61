import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/users.ts'

/**
 * SQL: 1 if the account of the `users` row has a second factor. The columns are written as raw SQL, because drizzle omits
 * the table name in a select from one table.
 */
export const hasSecondFactor: SQL<number> = sql<number>`(
  EXISTS (SELECT 1 FROM totp_secrets WHERE totp_secrets.user_id = users.id AND totp_secrets.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
)`

export async function ownsSecondFactor(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.select({ owns: hasSecondFactor }).from(users).where(eq(users.id, userId))
  return row?.owns === 1
}
