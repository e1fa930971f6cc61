import { eq, sql } from 'drizzle-orm'
import type { setUserImage } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorSide } from '#domain/roles'
import { assertMayEdit } from '#domain/users/editing'
import { deleteFileRowsStatement, deleteFiles, fileStatement, storeFiles } from '../files/store.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { nextVersion } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { mediaTutorOf, mediaTutorStatement, saveMedia } from '../tutors/media-store.ts'

/** @throws DomainError `user-not-found`, `forbidden` for another user's image, except for admins. */
async function findTarget({ actor, db, query }: ActContext<typeof setUserImage>) {
  const id = query.forUser ?? actor.id
  if (id !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  const [target] = await db
    .select({ id: users.id, role: users.role, image: users.image })
    .from(users)
    .where(eq(users.id, id))
  if (!target) throw new DomainError('user-not-found')
  if (id !== actor.id) assertMayEdit(actor, { ...target, studioId: null }, ['image'])
  return target
}

/**
 * Replaces a profile image: one's own, or, for an admin, anybody's. A tutor's image is set by their studio; one set by an
 * admin is added to the tutor's media (docs/rules/accounts.md 7.6).
 * @throws DomainError `forbidden`, `user-not-found`, `large-file-size`, `bad-request` without an image or for one smaller
 * than 480×480.
 */
export const setImage: Act<typeof setUserImage> = async (ctx) => {
  const { db, env, files, now, after } = ctx
  const { id, role, image: before } = await findTarget(ctx)
  if (isTutorSide(role)) {
    const { tutor, mediaRole } = mediaTutorOf(await mediaTutorStatement(db, id), ctx.actor)
    await saveMedia(ctx, { act: 'user.setImage', tutor, mediaRole })
    return undefined
  }
  const file = files.get('image')
  if (!file) throw new DomainError('bad-request', 'image: no file')
  const dropped = await storeFiles(ctx, [{ kind: 'image', file }], async (stored) => {
    const [rows] = await db.batch([
      deleteFileRowsStatement(db, sql`SELECT ${users.image} FROM ${users} WHERE ${users.id} = ${id}`),
      ...stored.flatMap((one) => [
        fileStatement(db, one, id, now),
        db
          .update(users)
          .set({ image: one.key, updatedAt: nextVersion(users, now) })
          .where(eq(users.id, id)),
      ]),
      ...auditStatements(ctx, {
        act: 'user.setImage',
        kind: 'user',
        id,
        before: { image: before },
        after: { image: stored[0]?.key },
      }),
    ])
    return rows.map((row) => row.key)
  })
  after(deleteFiles(env, dropped))
  return undefined
}
