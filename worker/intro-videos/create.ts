import { and, count, desc, eq } from 'drizzle-orm'
import type { createIntroVideo } from '#contract/intro-videos'
import type { Db } from '#db/client'
import { introVideos } from '#db/schema/intro-videos'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { assertSubmittable, nextReviewer, type Reviewer } from '#domain/intro-videos/submitting'
import { Role } from '#domain/roles'
import { fileStatement, storeFiles } from '../files/store.ts'
import type { Act, At } from '../http/bind.ts'
import { violationIn } from '../http/constraints.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { notifyQueues } from '../live/staff-queues.ts'

const readStanding = (db: Db, tutorId: number) =>
  db.batch([
    db
      .select()
      .from(introVideos)
      .where(eq(introVideos.tutorId, tutorId))
      .orderBy(desc(introVideos.createdAt), desc(introVideos.id))
      .limit(1),
    db
      .select({ id: users.id, reviews: count(introVideos.id) })
      .from(users)
      .innerJoin(tutors, eq(tutors.id, users.id))
      .leftJoin(introVideos, eq(introVideos.reviewerId, users.id))
      .where(and(eq(users.role, Role.TutorManager), eq(tutors.activated, true)))
      .groupBy(users.id),
  ])

/** @throws DomainError the codes of `whyNotSubmitted`, `user-not-found` where no manager is activated. */
async function chooseReviewer({ actor, db, now }: At<typeof createIntroVideo>): Promise<Reviewer> {
  const [[latest], managers] = await readStanding(db, actor.id)
  assertSubmittable(latest ?? null, now)
  const reviewer = nextReviewer(managers, latest?.reviewerId ?? null)
  if (!reviewer) throw new DomainError('user-not-found', 'no tutor manager can review it')
  return reviewer
}

const refuseSecond = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('intro-video-exists') : error
}

/**
 * Stores a tutor's introduction and assigns it to a tutor manager for review (docs/rules/onboarding.md 2.3).
 * @throws DomainError the codes of `whyNotSubmitted`, `user-not-found`, `large-file-size`, `bad-request` for a file that is
 *   no video.
 */
export const create: Act<typeof createIntroVideo> = async (at) => {
  const { actor, db, env, files, now, after } = at
  const file = files.get('video')
  const reviewer = await chooseReviewer(at)
  if (!file) throw new DomainError('bad-request', 'video: no file')
  await storeFiles(env, [{ kind: 'intro-video', file }], ([video]) => {
    if (!video) throw new DomainError('unexpected')
    const kept = { src: video.key, tutorId: actor.id, reviewerId: reviewer.id, createdAt: now, updatedAt: now }
    return db.batch([fileStatement(db, video, actor.id, now), db.insert(introVideos).values(kept)]).catch(refuseSecond)
  })
  after(notifyQueues(env, 'intro-videos'))
  after(notifyOnboarding(env, actor.id, 'introVideo'))
}
