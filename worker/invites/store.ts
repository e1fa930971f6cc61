import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { invite } from '#contract/invites'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { invites } from '#db/schema/invites'
import { planInvites } from '#db/schema/plans'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { violationIn } from '../http/constraints.ts'
import { encoder } from '../http/encode.ts'
import { nextVersion } from '../http/versions.ts'

/**
 * The statements that turn the invite of an email address into a plan invite of its new student, with the same expiry
 * (docs/rules/minutes.md 2.4). They do nothing for an address without a valid invite.
 */
export function acceptInviteStatements(db: Db, email: string, userId: SQL<number>, now: Instant): Statement[] {
  const isValid = and(eq(invites.email, email), isNull(invites.acceptedAt), gt(invites.expiresAt, now))
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

/** An invite, or a change of one, as the audit log keeps it: encoded. */
export const auditedInvite = encoder(z.partial(invite))

/** @throws DomainError `invite-not-found`. */
export async function findInvite(db: Db, id: number): Promise<InviteRow> {
  const [invite] = await db.select().from(invites).where(eq(invites.id, id))
  if (!invite) throw new DomainError('invite-not-found')
  return invite
}

/** Turns the database's refusal of a second invite of an address into the error of the call. */
export const refuseDuplicate = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'email: already invited') : error
}
