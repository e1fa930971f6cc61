import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { introVideos } from '#db/schema/intro-videos'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { whyNotIntroVideoLength } from '#domain/onboarding/video-states'
import { assertSubmittable, nextReviewer, type Reviewer } from '#domain/onboarding/video-submitting'
import { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { fileStatement, type StoredFile } from '../files/store.ts'
import { readVideoLength } from '../files/video-length.ts'

/** Common to both ways of sending an intro video: in one form, and in parts. */

const readVideoAndManagers = (db: Db, tutorId: number) =>
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

type Submitting = { actor: { id: number; verifiedEmail: boolean }; db: Db; now: Instant }

/**
 * Chooses who reviews a tutor's next video, before its first byte is stored.
 * @throws DomainError `forbidden` while the e-mail is not proven, the codes of `whyNotSubmitted`, `user-not-found` when no
 * manager is activated.
 */
export async function chooseReviewer({ actor, db, now }: Submitting): Promise<Reviewer> {
  if (!actor.verifiedEmail) throw new DomainError('forbidden', 'the e-mail is not proven')
  const [[latest], managers] = await readVideoAndManagers(db, actor.id)
  assertSubmittable(latest ?? null, now)
  const reviewer = nextReviewer(managers, latest?.reviewerId ?? null)
  if (!reviewer) throw new DomainError('user-not-found', 'no tutor manager can review it')
  return reviewer
}

/**
 * Checks a stored file by its bytes, ignoring what the client has declared (docs/rules/onboarding.md 2.1).
 * @throws DomainError `bad-request` for a file that is not a video, `short-video-dur`, `long-video-dur`.
 */
export async function assertIntroVideo(env: Env, file: StoredFile): Promise<void> {
  const length = await readVideoLength(env, file)
  if (!length) throw new DomainError('bad-request', 'video: it cannot be read as a video')
  refuse(whyNotIntroVideoLength(length), 'video: by its own length')
}

/** The statements that record the file and assign it to its reviewer. */
export const submissionStatements = ({ actor, db, now }: Submitting, video: StoredFile, reviewer: Reviewer) => {
  const row = { src: video.key, tutorId: actor.id, reviewerId: reviewer.id, createdAt: now, updatedAt: now }
  return [fileStatement(db, video, actor.id, now), db.insert(introVideos).values(row)] as const
}
