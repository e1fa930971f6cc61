import type { ServerFrame } from '#contract/live/broadcast'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { cardNow, encodeCard, tutorNow } from '../tutors/store.ts'

const LIST_CHANGED: ServerFrame = { event: 'TutorsCacheUpdated' }

/** Makes subscribers reload the list of tutors. Call after the batch has committed. */
export const notifyTutorsChanged = (env: Env): Promise<unknown> => publish(env, 'TutorsCache', LIST_CHANGED)

/**
 * Sends a tutor's new card to the subscribers and the tutor's own tabs, unless the tutor is not listed (docs/rules/live.md
 * 4.2). `events` and that the list has changed are known, so subscribers get them while the card is read. Call after the
 * batch has committed.
 */
export async function notifyTutorUpdated(
  env: Env,
  db: Db,
  tutorId: number,
  now: Instant,
  ...events: ServerFrame[]
): Promise<void> {
  const [entry] = await Promise.all([
    tutorNow({ db, env, now }, tutorId),
    publish(env, 'TutorsCache', ...events, LIST_CHANGED),
  ])
  if (!entry) return
  const frame = { event: 'TutorUpdated', payload: encodeCard(cardNow(entry, now)) } as const
  await Promise.all([publish(env, 'TutorsCache', frame), notifyUsers(env, [tutorId], frame)])
}
