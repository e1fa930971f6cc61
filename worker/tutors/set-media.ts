import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { setTutorMedia } from '#contract/tutors'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { userAssets } from '#domain/assets/kinds'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { auditStatements } from '../audit/entry.ts'
import { deleteFileRowsStatement, deleteFiles, fileStatement, type StoredFile, storeFiles } from '../files/store.ts'
import type { Act, At } from '../http/bind.ts'
import { nextVersion } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { touchTutors } from './store.ts'

/** @throws DomainError `tutor-not-found`, `forbidden` for a studio that the tutor did not choose. */
async function findTutor({ actor, db, query: { tutorId } }: At<typeof setTutorMedia>) {
  const [tutor] = await db
    .select({ studioId: tutors.studioId, video: tutors.video, thumbnail: tutors.thumbnail, image: users.image })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.id))
    .where(eq(tutors.id, tutorId))
  if (!tutor) throw new DomainError('tutor-not-found')
  if (!isAdmin(actor.role) && tutor.studioId !== actor.id) throw new DomainError('forbidden')
  return tutor
}

/** A query of the keys that these files replace. */
function replacedKeys(stored: StoredFile[], id: number) {
  const column = (kind: StoredFile['kind']) =>
    kind === 'image'
      ? sql`SELECT ${users.image} FROM ${users} WHERE ${users.id} = ${id}`
      : sql`SELECT ${kind === 'video' ? tutors.video : tutors.thumbnail} FROM ${tutors} WHERE ${tutors.id} = ${id}`
  return sql.join(
    stored.map(({ kind }) => column(kind)),
    sql` UNION ALL `,
  )
}

const columnStatement = (db: Db, { kind, key }: StoredFile, id: number, now: Instant): BatchItem<'sqlite'> =>
  kind === 'image'
    ? db
        .update(users)
        .set({ image: key, updatedAt: nextVersion(users, now) })
        .where(eq(users.id, id))
    : db
        .update(tutors)
        .set({ [kind]: key, updatedAt: nextVersion(tutors, now) })
        .where(eq(tutors.id, id))

/**
 * Replaces a tutor's image, video and thumbnail, by the studio that the tutor chose and by admins; either all the files of the
 * request are stored or none (docs/rules/tutors.md 1.5).
 * @throws DomainError `tutor-not-found`, `forbidden`, `large-file-size`, `bad-request` for no file or one of another type.
 */
export const setMedia: Act<typeof setTutorMedia> = async (at) => {
  const { db, env, now, query, after } = at
  const id = query.tutorId
  const tutor = await findTutor(at)
  const sent = userAssets.flatMap((kind) => {
    const file = at.files.get(kind)
    return file ? [{ kind, file }] : []
  })
  if (sent.length === 0) throw new DomainError('bad-request', 'image, video or thumbnail: no file')
  const dropped = await storeFiles(env, sent, async (stored) => {
    const media = Object.fromEntries(stored.map(({ kind, key }) => [kind, key]))
    const before = Object.fromEntries(sent.map(({ kind }) => [kind, tutor[kind]]))
    const [rows] = await db.batch([
      deleteFileRowsStatement(db, replacedKeys(stored, id)),
      ...stored.flatMap((one) => [fileStatement(db, one, id, now), columnStatement(db, one, id, now)]),
      ...touchTutors(db, [id]),
      ...auditStatements(at, { act: 'tutor.setMedia', kind: 'user', id, before, after: media }),
    ])
    return rows.map((row) => row.key)
  })
  after(Promise.all([deleteFiles(env, dropped), notifyTutorUpdated(env, db, id, now)]))
  return undefined
}
