import { and, count, desc, eq } from 'drizzle-orm'
import type { listTutorMedia } from '#contract/tutor-media'
import { tutorMedia } from '#db/schema/tutor-media'
import { DomainError } from '#domain/errors'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { offsetOf } from '../http/pages.ts'
import { peopleOf } from '../users/store.ts'
import { findMediaTutor } from './store.ts'

/**
 * What was made of a tutor, newest first, for the tutor, the chosen studio and admins (docs/rules/tutors.md 1.7).
 * @throws DomainError `tutor-not-found`, `forbidden`.
 */
export const list: Act<typeof listTutorMedia> = async ({ actor, db, params, query }) => {
  const { tutor } = await findMediaTutor(db, actor, params.tutorId)
  const where = and(
    eq(tutorMedia.tutorId, tutor.id),
    query.kind === undefined ? undefined : eq(tutorMedia.kind, query.kind),
  )
  const [counted, rows] = await db.batch([
    db.select({ total: count() }).from(tutorMedia).where(where),
    db.select().from(tutorMedia).where(where).orderBy(desc(tutorMedia.id)).limit(query.size).offset(offsetOf(query)),
  ])
  const people = await peopleOf(db, [...new Set(rows.map((row) => row.uploadedBy))])
  const items = rows.map(({ id, kind, key, chosenAt, uploadedBy, createdAt }) => {
    const src = uploadUrl(key)
    const uploader = people.get(uploadedBy)
    if (src === null || !uploader) throw new DomainError('unexpected')
    return { id, kind, src, isShown: tutor[kind] === key, chosenAt, uploadedBy: uploader, createdAt }
  })
  return { list: items, total: counted[0]?.total ?? 0 }
}
