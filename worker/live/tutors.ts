import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { soonest, tutorNow, wireCard } from '../tutors/store.ts'

/** After the batch: whoever watches the tutors reads their list anew. */
export const notifyTutorsChanged = (env: Env): Promise<unknown> =>
  publish(env, 'TutorsCache', { event: 'TutorsCacheUpdated' })

/**
 * After the batch: the watchers and the tutor's own tabs get the new card, where there is one to show
 * (docs/rules/live.md 4.2).
 */
export async function notifyTutorUpdated(env: Env, db: Db, tutorId: number, now: Instant): Promise<void> {
  const entry = await tutorNow(db, tutorId, now)
  const frame = entry && ({ event: 'TutorUpdated', payload: wireCard(entry, soonest(entry, now)) } as const)
  await Promise.all([
    notifyTutorsChanged(env),
    ...(frame ? [publish(env, 'TutorsCache', frame), notifyUsers(env, [tutorId], frame)] : []),
  ])
}
