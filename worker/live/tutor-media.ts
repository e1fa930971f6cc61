import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { notifyOnboarding } from './onboarding.ts'
import { notifyTutorUpdated } from './tutors.ts'

/**
 * Notifies the tutor that the media changed, and sends everybody the new card if the tutor is listed
 * (docs/rules/onboarding.md 6.3, live.md 4.2). Call after the batch has committed.
 */
export const notifyMediaChanged = (env: Env, db: Db, tutorId: number, now: Instant): Promise<unknown> =>
  Promise.all([notifyOnboarding(env, tutorId, 'photoSession'), notifyTutorUpdated(env, db, tutorId, now)])
