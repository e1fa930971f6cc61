import { and, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { tutorMedia } from '#db/schema/tutor-media'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { userAssets } from '#domain/files/kinds'
import { KEPT_MEDIA, type MediaRole } from '#domain/tutors/media'
import { deleteFileRowsStatement, fileStatement, type StoredFile } from '../files/store.ts'
import { nextVersion } from '../http/versions.ts'

export type MediaKind = (typeof userAssets)[number]
export type StoredMedium = StoredFile & { kind: MediaKind }

/** The media of this kind that the tutor has chosen: at most one row. */
const chosenBy = (db: Db, tutorId: number, kind: MediaKind) =>
  db
    .select({ id: tutorMedia.id })
    .from(tutorMedia)
    .where(and(eq(tutorMedia.tutorId, tutorId), eq(tutorMedia.kind, kind), isNotNull(tutorMedia.chosenAt)))

export const hasChosen = async (db: Db, tutorId: number, kind: MediaKind): Promise<boolean> =>
  (await chosenBy(db, tutorId, kind)).length > 0

type Showing = { tutorId: number; kind: MediaKind; key: string; mediaRole: MediaRole }

/**
 * The statements that make students see this file. A tutor's choice is recorded as such, and a studio's change leaves it in
 * place; an admin's change removes it, so that the studio may choose again (docs/rules/tutors.md 1.7).
 */
export function showStatements(
  db: Db,
  { tutorId, kind, key, mediaRole }: Showing,
  now: Instant,
): [Statement, ...Statement[]] {
  const isAllowed = mediaRole === 'studio' ? notExists(chosenBy(db, tutorId, kind)) : undefined
  const shown =
    kind === 'image'
      ? db
          .update(users)
          .set({ image: key, updatedAt: nextVersion(users, now) })
          .where(and(eq(users.id, tutorId), isAllowed))
      : db
          .update(tutors)
          .set({ [kind]: key, updatedAt: nextVersion(tutors, now) })
          .where(and(eq(tutors.id, tutorId), isAllowed))
  if (mediaRole === 'studio') return [shown]
  const ofKind = and(eq(tutorMedia.tutorId, tutorId), eq(tutorMedia.kind, kind))
  const forget = db
    .update(tutorMedia)
    .set({ chosenAt: null })
    .where(and(ofKind, isNotNull(tutorMedia.chosenAt)))
  if (mediaRole === 'admin') return [shown, forget]
  return [shown, forget, db.update(tutorMedia).set({ chosenAt: now }).where(eq(tutorMedia.key, key))]
}

/** Selects the keys of the tutor's media that students see. */
const shownKeys = (tutorId: number): SQL =>
  sql`SELECT key FROM (
    SELECT ${users.image} AS key FROM ${users} WHERE ${users.id} = ${tutorId}
    UNION ALL SELECT ${tutors.video} FROM ${tutors} WHERE ${tutors.id} = ${tutorId}
    UNION ALL SELECT ${tutors.thumbnail} FROM ${tutors} WHERE ${tutors.id} = ${tutorId}
  ) WHERE key IS NOT NULL`

/** Selects the keys of media of a kind beyond the number that is kept; visible media are always kept. */
const oldKeys = (tutorId: number, kind: MediaKind): SQL =>
  sql`SELECT key FROM (
    SELECT ${tutorMedia.key} AS key FROM ${tutorMedia}
    WHERE ${tutorMedia.tutorId} = ${tutorId} AND ${tutorMedia.kind} = ${kind}
    ORDER BY ${tutorMedia.id} DESC LIMIT -1 OFFSET ${KEPT_MEDIA}
  ) WHERE key NOT IN (${shownKeys(tutorId)})`

type Upload = { tutorId: number; uploadedBy: number; mediaRole: MediaRole }

/** The statements that add new files to a tutor's media, and show them where the actor may. */
export const uploadStatements = (
  db: Db,
  stored: readonly StoredMedium[],
  { tutorId, uploadedBy, mediaRole }: Upload,
  now: Instant,
): Statement[] =>
  stored.flatMap((one) => [
    fileStatement(db, one, tutorId, now),
    db.insert(tutorMedia).values({ tutorId, kind: one.kind, key: one.key, uploadedBy, createdAt: now }),
    ...showStatements(db, { tutorId, kind: one.kind, key: one.key, mediaRole }, now),
  ])

/** The statement that deletes the rows of surplus files, and returns their keys for `deleteFiles`. */
export const dropOldStatement = (db: Db, tutorId: number, kinds: readonly MediaKind[]) =>
  deleteFileRowsStatement(
    db,
    sql.join(
      kinds.map((kind) => sql`SELECT key FROM (${oldKeys(tutorId, kind)})`),
      sql` UNION ALL `,
    ),
  )
