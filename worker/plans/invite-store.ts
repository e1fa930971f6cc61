import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { invite } from '#contract/invites'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { invites } from '#db/schema/invites'
import { planInvites } from '#db/schema/plans'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { Role } from '#domain/roles'
import { violationIn } from '../http/constraints.ts'
import { encoder } from '../http/encode.ts'
import { nextVersion } from '../http/versions.ts'

/**
 * The statements that turn the invite of a student's e-mail address into a plan invite with the same expiry once the
 * address is verified (docs/rules/minutes.md 2.4). They must follow the statement that verifies it: the address is read
 * inside the batch, so that a concurrent change cannot give the invite to somebody who has not proven the address. They do
 * nothing for an unverified address or without a valid invite.
 */
export function acceptInviteStatements(db: Db, userId: number | SQL<number>, now: Instant): Statement[] {
  const proven = sql`(SELECT u.email FROM users u WHERE u.id = ${userId} AND u.role = ${Role.Student} AND u.verified_email = 1)`
  const isValid = and(sql`${invites.email} = ${proven}`, isNull(invites.acceptedAt), gt(invites.expiresAt, now))
  return [
    db
      .insert(planInvites)
      .select(
        db
          .select({
            id: sql<number>`NULL`.as('id'),
            userId: sql<number>`${userId}`.as('user_id'),
            planId: invites.planId,
            createdBy: invites.createdBy,
            expiresAt: invites.expiresAt,
            createdAt: sql<number>`${now}`.as('created_at'),
            updatedAt: sql<number>`${now}`.as('updated_at'),
          })
          .from(invites)
          .where(isValid),
      )
      .onConflictDoNothing(),
    db
      .update(invites)
      .set({ acceptedAt: now, updatedAt: nextVersion(invites, now) })
      .where(isValid),
  ]
}

export type InviteRow = typeof invites.$inferSelect

/** An invite, or a change of one, in wire form for the audit log. */
export const auditedInvite = encoder(z.partial(invite))

/** Selects an invite. */
export const inviteStatement = (db: Db, id: number) => db.select().from(invites).where(eq(invites.id, id))

/** @throws DomainError `invite-not-found`. */
export async function findInvite(db: Db, id: number): Promise<InviteRow> {
  const [invite] = await inviteStatement(db, id)
  if (!invite) throw new DomainError('invite-not-found')
  return invite
}

/** Maps the violated unique key of an address's second invite to the error of the call. */
export const refuseDuplicate = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'email: already invited') : error
}
