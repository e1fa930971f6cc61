import { eq } from 'drizzle-orm'
import type { editStudio } from '#contract/studios'
import { batchReturning } from '#db/batch'
import { studios } from '#db/schema/studios'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStudio } from '#domain/roles'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { studioOf, studioStatement, studioView } from './studio-store.ts'

/**
 * Changes a studio's location and opening hours (docs/rules/onboarding.md 6.1).
 * @throws DomainError `empty-request`, `user-not-found`, `forbidden` for another studio, `version-conflict`.
 */
export const edit = reading(
  ({ params, db }: ReadRequest<typeof editStudio>) => [studioStatement(db, params.id)],
  async (ctx: ActContext<typeof editStudio>, [stored]) => {
    const { actor, db, params, body, now } = ctx
    const { id } = params
    refuseEmpty(body)
    if (isStudio(actor.role) && actor.id !== id) throw new DomainError('forbidden')
    const saved = studioOf(stored)
    assertVersion(ctx, saved)
    const { address, mapUrl, hours } = body
    const details = { mapUrl, hours, updatedAt: now }
    const changed = [
      versionStatement(ctx, users, id),
      db
        .update(users)
        .set({ address, updatedAt: nextVersion(users, now) })
        .where(eq(users.id, id)),
      db
        .insert(studios)
        .values({ id, ...details, createdAt: now })
        .onConflictDoUpdate({ target: studios.id, set: details }),
      ...auditStatements(ctx, {
        act: 'studio.edit',
        kind: 'user',
        id,
        before: beforeOf(saved, body),
        after: { ...body },
      }),
    ]
    return studioView(studioOf(await batchReturning(db, changed, studioStatement(db, id))))
  },
)
