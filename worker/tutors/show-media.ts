import { eq } from 'drizzle-orm'
import type { showTutorMedia } from '#contract/tutor-media'
import { tutorMedia } from '#db/schema/tutor-media'
import { DomainError } from '#domain/errors'
import { mayShow } from '#domain/tutors/media'
import type { Act } from '../http/bind.ts'
import { notifyMediaChanged } from '../live/tutor-media.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { hasChosen, showStatements } from './media-statements.ts'
import { mediaTutorOf, mediaTutorStatement } from './media-store.ts'
import { touchTutors } from './store.ts'

/**
 * Selects which of a tutor's media files students see (docs/rules/tutors.md 1.7).
 * @throws DomainError `asset-not-found`, `forbidden` for an unrelated actor and for a studio after the tutor's own choice.
 */
export const show: Act<typeof showTutorMedia> = async (ctx) => {
  const { actor, db, env, params, now, after } = ctx
  const [item] = await db.select().from(tutorMedia).where(eq(tutorMedia.id, params.id))
  if (!item) throw new DomainError('asset-not-found')
  const { tutorId, kind, key } = item
  const { tutor, mediaRole } = mediaTutorOf(await mediaTutorStatement(db, tutorId), actor)
  if (!mayShow(mediaRole, await hasChosen(db, tutorId, kind))) throw new DomainError('forbidden')
  await db.batch([
    ...showStatements(db, { tutorId, kind, key, mediaRole }, now),
    ...touchTutors(db, [tutorId]),
    ...auditStatements(ctx, {
      act: 'tutorMedia.show',
      kind: 'user',
      id: tutorId,
      before: { [kind]: tutor[kind] },
      after: { [kind]: key },
    }),
  ])
  after(notifyMediaChanged(env, db, tutorId, now))
  return undefined
}
