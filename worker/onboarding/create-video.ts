import type { createIntroVideo } from '#contract/intro-videos'
import { DomainError } from '#domain/errors'
import { storeFiles } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { assertIntroVideo, chooseReviewer, submissionStatements } from './video-submission.ts'

const refuseSecond = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('intro-video-exists') : error
}

/**
 * Stores a tutor's introduction video and assigns it to a tutor manager for review (docs/rules/onboarding.md 2.3).
 * @throws DomainError the codes of `whyNotSubmitted`, `user-not-found`, `large-file-size`, `bad-request` for a file that is
 * not a video, `short-video-dur` and `long-video-dur` by its measured duration.
 */
export const create: Act<typeof createIntroVideo> = async (ctx) => {
  const { actor, db, env, files, after } = ctx
  const file = files.get('video')
  const reviewer = await chooseReviewer(ctx)
  if (!file) throw new DomainError('bad-request', 'video: no file')
  await storeFiles(ctx, [{ kind: 'intro-video', file }], async ([video]) => {
    if (!video) throw new DomainError('unexpected')
    await assertIntroVideo(env, video)
    return db
      .batch([...submissionStatements(ctx, video, reviewer), ...completionStatements(ctx, null)])
      .catch(refuseSecond)
  })
  after(notifyQueues(env, 'intro-videos'))
  after(notifyOnboarding(env, actor.id, 'introVideo'))
}
