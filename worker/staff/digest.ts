import { eq } from 'drizzle-orm'
import type { changeStaffDigest, readStaffDigest, stopStaffDigest } from '#contract/staff-digest'
import type { Db } from '#db/client'
import { staffDigests } from '#db/schema/staff-digests'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStaff } from '#domain/roles'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { readerOfToken } from '../messages/stop-token.ts'
import { auditStatements } from './audit-store.ts'

const choiceOf = (db: Db, userId: number) =>
  db.select({ isWanted: staffDigests.isWanted }).from(staffDigests).where(eq(staffDigests.userId, userId))

/** Who has never chosen gets the mail, on days on which something needs them (docs/rules/staff.md 14.3). */
const isWantedOf = (chosen: { isWanted: boolean } | undefined): boolean => chosen?.isWanted ?? true

const choiceStatement = (db: Db, userId: number, isWanted: boolean) =>
  db
    .insert(staffDigests)
    .values({ userId, isWanted })
    .onConflictDoUpdate({ target: staffDigests.userId, set: { isWanted } })

/** Whether the caller gets the daily mail (docs/rules/staff.md 14.3). */
export const readDigest = reading(
  ({ caller, db }: ReadRequest<typeof readStaffDigest>) => [choiceOf(db, caller.id)],
  async (_, [[chosen]]) => ({ isWanted: isWantedOf(chosen) }),
)

/** Switches the caller's daily mail on or off (docs/rules/staff.md 14.3). */
export const changeDigest = reading(
  ({ caller, db }: ReadRequest<typeof changeStaffDigest>) => [choiceOf(db, caller.id)],
  async (ctx: ActContext<typeof changeStaffDigest>, [[chosen]]) => {
    const { actor, body, db } = ctx
    const { isWanted } = body
    await db.batch([
      choiceStatement(db, actor.id, isWanted),
      ...auditStatements(ctx, {
        act: 'staffDigest.change',
        kind: 'user',
        id: actor.id,
        before: { isWanted: isWantedOf(chosen) },
        after: { isWanted },
      }),
    ])
    return { isWanted }
  },
)

/**
 * Stops the daily mail of whoever the link was mailed to (docs/rules/staff.md 14.4).
 * @throws DomainError `invalid-verification-code` for a token that is not ours, or of an account that is not staff any more.
 */
export const stopDigest: Act<typeof stopStaffDigest> = async (ctx) => {
  const { db, env, params } = ctx
  const readerId = await readerOfToken(env, 'staff-digest-stop', params.token)
  const [found] = await db
    .select({ id: users.id, role: users.role, isWanted: staffDigests.isWanted })
    .from(users)
    .leftJoin(staffDigests, eq(staffDigests.userId, users.id))
    .where(eq(users.id, readerId))
  if (!found || !isStaff(found.role)) throw new DomainError('invalid-verification-code')
  const { id, role, isWanted } = found
  if (isWanted === false) return undefined
  await db.batch([
    choiceStatement(db, id, false),
    // Possession of the link proves the reader of the mail.
    ...auditStatements(
      { ...ctx, actor: { id, role } },
      { act: 'staffDigest.stop', kind: 'user', id, before: { isWanted: true }, after: { isWanted: false } },
    ),
  ])
  return undefined
}
