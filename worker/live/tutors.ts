import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { cardNow, encodeCard, tutorNow } from '../tutors/store.ts'

/** Call after the batch has committed: subscribers load the list of tutors again. */
export const notifyTutorsChanged = (env: Env): Promise<unknown> =>
  publish(env, 'TutorsCache', { event: 'TutorsCacheUpdated' })

/**
 * Sends a tutor's new card to the subscribers and the tutor's own tabs, unless the tutor is not listed
 * (docs/rules/live.md 4.2). Call after the batch has committed.
 */
export async function notifyTutorUpdated(env: Env, db: Db, tutorId: number, now: Instant): Promise<void> {
  const entry = await tutorNow({ db, env, now }, tutorId)
  const frame = entry && ({ event: 'TutorUpdated', payload: encodeCard(cardNow(entry, now)) } as const)
  await Promise.all([
    notifyTutorsChanged(env),
    ...(frame ? [publish(env, 'TutorsCache', frame), notifyUsers(env, [tutorId], frame)] : []),
  ])
}
