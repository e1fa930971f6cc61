import type { ServerFrame } from '#contract/live/broadcast'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { cardNow, encodeCard, type TutorNowRows, takeTutor, tutorNowStatements } from '../tutors/store.ts'

const LIST_CHANGED: ServerFrame = { event: 'TutorsCacheUpdated' }

/** Makes subscribers reload the list of tutors. Call after the batch has committed. */
export const notifyTutorsChanged = (env: Env): Promise<unknown> => publish(env, 'TutorsCache', LIST_CHANGED)

/**
 * Makes subscribers who look at a tutor's times read them again: one was kept for a student, or is no longer
 * (docs/rules/live.md 4.4). Cards and lists stay as they are, since everybody would read these again. Call after the write.
 */
export const notifyTimesChanged = (env: Env, tutor: number): Promise<unknown> =>
  publish(env, 'TutorsCache', { event: 'TutorTimesChanged', payload: { tutor } })

/** What happened to a lesson, as subscribers and its people are told. */
type LessonFrame = Extract<ServerFrame, { event: `Lesson${string}` }>

/** `events` are sent first, in the same calls; `rows` are those of `tutorNowStatements`, if the batch has read them. */
type Along = { events?: readonly LessonFrame[]; rows?: TutorNowRows | undefined }

/**
 * Sends a tutor's new card to the subscribers and the tutor's own tabs, unless the tutor is not listed (docs/rules/live.md
 * 4.2). Call after the batch has committed.
 */
export async function notifyTutorUpdated(
  env: Env,
  db: Db,
  tutorId: number,
  now: Instant,
  { events = [], rows }: Along = {},
): Promise<void> {
  const read = rows ?? (await db.batch(tutorNowStatements(db, tutorId, now)))
  const { entry, taken } = takeTutor({ db, env, now }, tutorId, read)
  const cards = entry ? [{ event: 'TutorUpdated', payload: encodeCard(cardNow(entry, now)) } as const] : []
  const told = [...events, ...cards]
  await Promise.all([
    publish(env, 'TutorsCache', ...events, LIST_CHANGED, ...cards),
    told.length > 0 ? notifyUsers(env, [tutorId], ...told) : undefined,
    taken,
  ])
}
