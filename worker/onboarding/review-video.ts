import { and, eq, sql } from 'drizzle-orm'
import type { updateIntroVideo } from '#contract/intro-videos'
import type { Db } from '#db/client'
import { introVideos } from '#db/schema/intro-videos'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError, refuse } from '#domain/errors'
import { reasonAfter, sortedNotes } from '#domain/onboarding/video-review'
import {
  type IntroVideoActor,
  IntroVideoState,
  whyNotIntroVideoState,
  whyNotReassigned,
} from '#domain/onboarding/video-states'
import { isAdmin, Role } from '#domain/roles'
import type { Act, ActContext } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { recipientsOf, verdictStatements } from '../messages/onboarding.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'

/** @throws DomainError `inactive-tutor-manager` unless the account is an activated tutor manager's. */
async function assertReviewer(db: Db, id: number): Promise<void> {
  const [manager] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(tutors, eq(tutors.id, users.id))
    .where(and(eq(users.id, id), eq(users.role, Role.TutorManager), eq(tutors.activated, true)))
  if (!manager) throw new DomainError('inactive-tutor-manager')
}

type Video = typeof introVideos.$inferSelect
/** The fields that staff change, as the audit log records them. */
type Review = Pick<Video, 'state' | 'reviewerId' | 'reason' | 'notes'>

/** @throws DomainError the codes of `reasonAfter`. */
function reviewAfter(video: Video, body: ActContext<typeof updateIntroVideo>['body']): Review {
  const reviewerId = body.reviewerId ?? video.reviewerId
  const state = reviewerId === video.reviewerId ? (body.state ?? video.state) : IntroVideoState.Pending
  const decided = reasonAfter(video, state, body.reason)
  if ('refusal' in decided) throw new DomainError(decided.refusal, 'reason: it belongs to a rejection, which needs one')
  return { state, reviewerId, reason: decided.reason, notes: body.notes ? sortedNotes(body.notes) : video.notes }
}

async function decide(ctx: ActContext<typeof updateIntroVideo>) {
  const { actor, body, db, params } = ctx
  const [video] = await db.select().from(introVideos).where(eq(introVideos.id, params.id))
  if (!video) throw new DomainError('intro-video-not-found')
  const who: IntroVideoActor = isAdmin(actor.role) ? 'admin' : 'reviewer'
  if (who === 'reviewer' && video.reviewerId !== actor.id) throw new DomainError('forbidden')
  assertVersion(ctx, video)
  if (Object.values(body).every((field) => field === undefined)) throw new DomainError('empty-request')
  if (body.reviewerId !== undefined) {
    refuse(whyNotReassigned(who))
    await assertReviewer(db, body.reviewerId)
  }
  if (body.state !== undefined) refuse(whyNotIntroVideoState(video.state, body.state, who))
  const review = reviewAfter(video, body)
  const isVerdict = review.state !== video.state && review.state !== IntroVideoState.Pending
  const [tutor] = isVerdict ? await recipientsOf(db, [video.tutorId]) : []
  return { video, review, tutor }
}

/**
 * The reviewer judges and writes notes; an admin may also assign another reviewer, which makes the video pending again
 * (docs/rules/onboarding.md 2.4, 2.6).
 * @throws DomainError `intro-video-not-found`, `forbidden`, `empty-request`, `inactive-tutor-manager`, `intro-video-exists`
 * when the tutor has another pending or approved video by now, `version-conflict`, the codes of `reasonAfter`.
 */
export const change: Act<typeof updateIntroVideo> = async (ctx) => {
  const { db, env, now, params, after } = ctx
  const { decision } = await decideAndWrite(
    () => decide(ctx),
    ({ video, review, tutor }) => {
      const { state, reviewerId, reason, notes, updatedAt } = video
      const row = eq(introVideos.id, params.id)
      const hasChanged = sql`(SELECT ${introVideos.updatedAt} FROM ${introVideos} WHERE ${row}) <> ${updatedAt}`
      return db.batch([
        versionStatement(ctx, introVideos, params.id),
        abortIf(db, 'intro-video-reviewed', hasChanged),
        db
          .update(introVideos)
          .set({ ...review, updatedAt: nextVersion(introVideos, now) })
          .where(row),
        ...verdictStatements(env, db, tutor, 'introVideo', now),
        ...auditStatements(ctx, {
          act: 'introVideo.update',
          kind: 'intro-video',
          id: params.id,
          before: { state, reviewerId, reason, notes },
          after: { ...review },
        }),
      ])
    },
    'intro-video-exists',
  )
  if (decision.tutor) after(triggerDelivery(env))
  after(notifyQueues(env, 'intro-videos'))
  after(notifyOnboarding(env, decision.video.tutorId, 'introVideo'))
}
