import { eq } from 'drizzle-orm'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isSquare } from '#domain/files/content'
import { userAssets } from '#domain/files/kinds'
import type { Permission } from '#domain/permissions'
import { type MediaRole, mediaRoleOf } from '#domain/tutors/media'
import type { Env } from '../env.ts'
import { deleteFiles, storeFiles, type Upload } from '../files/store.ts'
import type { Actor } from '../http/app-env.ts'
import { notifyMediaChanged } from '../live/tutor-media.ts'
import { type AuditedRequest, auditStatements } from '../staff/audit-store.ts'
import { dropOldStatement, type MediaKind, type StoredMedium, uploadStatements } from './media-statements.ts'
import { touchTutors } from './store.ts'

/** The query whose row `mediaTutorOf` takes. */
export const mediaTutorStatement = (db: Db, tutorId: number) =>
  db
    .select({
      id: tutors.id,
      role: users.role,
      studioId: tutors.studioId,
      bypassOnboarding: tutors.bypassOnboarding,
      image: users.image,
      video: tutors.video,
      thumbnail: tutors.thumbnail,
    })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.id))
    .where(eq(tutors.id, tutorId))

/**
 * The tutor, the media that students see, and the actor's relation to the tutor.
 * @throws DomainError `tutor-not-found`, `forbidden` for an unrelated actor.
 */
export function mediaTutorOf([tutor]: Awaited<ReturnType<typeof mediaTutorStatement>>, actor: Actor) {
  if (!tutor) throw new DomainError('tutor-not-found')
  const mediaRole = mediaRoleOf(actor, tutor)
  if (mediaRole === null) throw new DomainError('forbidden')
  return { tutor, mediaRole }
}

type MediaRequest = AuditedRequest & {
  db: Db
  env: Env
  now: Instant
  files: ReadonlyMap<string, Upload>
  after: (work: Promise<unknown>) => void
}

type Tutor = { id: number } & Record<MediaKind, string | null>

/** @throws DomainError `bad-request` for a portrait that is not square, since cards show squares. */
async function refuseNonSquare(image: Upload | undefined): Promise<void> {
  if (!(image instanceof File)) return
  const bytes = new Uint8Array(await image.arrayBuffer())
  if (!isSquare(bytes)) throw new DomainError('bad-request', 'image: a square image is needed')
}

/**
 * Adds files to a tutor's media, and shows them where the actor may; either all files of the request are stored or none.
 * Callers have checked that the actor may upload.
 * @throws DomainError `large-file-size`, `bad-request` without a file or for one of another type or size.
 */
export async function saveMedia(
  ctx: MediaRequest,
  { act, tutor, mediaRole }: { act: Permission; tutor: Tutor; mediaRole: MediaRole },
): Promise<void> {
  const { actor, db, env, files, now, after } = ctx
  const sent = userAssets.flatMap((kind) => {
    const file = files.get(kind)
    return file ? [{ kind, file }] : []
  })
  const [first] = sent
  if (!first) throw new DomainError('bad-request', 'image, video or thumbnail: no file')
  await refuseNonSquare(files.get('image'))
  const dropped = await storeFiles(ctx, sent, async (files) => {
    const stored = files as StoredMedium[]
    const kinds = stored.map(({ kind }) => kind)
    const before = Object.fromEntries(kinds.map((kind) => [kind, tutor[kind]]))
    const media = Object.fromEntries(stored.map(({ kind, key }) => [kind, key]))
    const upload = { tutorId: tutor.id, uploadedBy: actor.id, mediaRole }
    const statements = [
      ...uploadStatements(db, stored, upload, now),
      ...touchTutors(db, [tutor.id]),
      ...auditStatements(ctx, { act, kind: 'user', id: tutor.id, before, after: media }),
    ]
    const rows = await batchReturning(db, statements, dropOldStatement(db, tutor.id, kinds))
    return rows.map((row) => row.key)
  })
  after(Promise.all([deleteFiles(env, dropped), notifyMediaChanged(env, db, tutor.id, now)]))
}
