import { eq, sql } from 'drizzle-orm'
import type { changeStaffDigest, readStaffDigest } from '#contract/staff-digest'
import type { Db } from '#db/client'
import { staffDigests } from '#db/schema/staff-digests'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from './audit-store.ts'

const choiceOf = (db: Db, userId: number) =>
  db.select({ isWanted: staffDigests.isWanted }).from(staffDigests).where(eq(staffDigests.userId, userId))

/** Who has never chosen gets the mail, on days on which something needs them (docs/rules/staff.md 14.3). */
const isWantedOf = (chosen: { isWanted: boolean } | undefined): boolean => chosen?.isWanted ?? true

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
      db
        .insert(staffDigests)
        .values({ userId: actor.id, isWanted })
        .onConflictDoUpdate({ target: staffDigests.userId, set: { isWanted: sql`excluded.is_wanted` } }),
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
