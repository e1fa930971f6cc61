import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { listTutorMedia } from '#contract/tutor-media'
import { tutorMedia } from '#db/schema/tutor-media'
import { DomainError } from '#domain/errors'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { offsetOf } from '../http/pages.ts'
import { peopleById, peopleStatement } from '../users/store.ts'
import { mediaTutorOf, mediaTutorStatement } from './media-store.ts'

/**
 * A tutor's media, newest first, for the tutor, the chosen studio and admins (docs/rules/tutors.md 1.7).
 * @throws DomainError `tutor-not-found`, `forbidden`.
 */
export const list = reading(
  ({ db, params: { tutorId }, query }: ReadRequest<typeof listTutorMedia>) => {
    const where = and(
      eq(tutorMedia.tutorId, tutorId),
      query.kind === undefined ? undefined : eq(tutorMedia.kind, query.kind),
    )
    return [
      mediaTutorStatement(db, tutorId),
      db.select({ total: count() }).from(tutorMedia).where(where),
      db.select().from(tutorMedia).where(where).orderBy(desc(tutorMedia.id)).limit(query.size).offset(offsetOf(query)),
      // Not limited to the page: a tutor has few media.
      peopleStatement(db, sql`SELECT ${tutorMedia.uploadedBy} FROM ${tutorMedia} WHERE ${where}`),
    ]
  },
  async ({ actor }, [found, [counted], rows, uploaders]) => {
    const { tutor } = mediaTutorOf(found, actor)
    const people = peopleById(uploaders)
    const items = rows.map(({ id, kind, key, chosenAt, uploadedBy, createdAt }) => {
      const src = uploadUrl(key)
      const uploader = people.get(uploadedBy)
      if (src === null || !uploader) throw new DomainError('unexpected')
      return { id, kind, src, isShown: tutor[kind] === key, chosenAt, uploadedBy: uploader, createdAt }
    })
    return { list: items, total: counted?.total ?? 0 }
  },
)
