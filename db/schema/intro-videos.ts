import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { VideoNote } from '#domain/onboarding/video-review'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { createdAt, id, isMember, literals, updatedAt } from './columns.ts'
import { tutors } from './tutors.ts'

/**
 * A tutor's introduction video, reviewed by a tutor manager. At most one pending or approved per tutor. A trigger refuses a
 * rejection without a reason.
 */
export const introVideos = sqliteTable(
  'intro_videos',
  {
    id: id(),
    src: text('src').notNull(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    reviewerId: integer('reviewer_id')
      .notNull()
      .references(() => tutors.id),
    state: integer('state').$type<IntroVideoState>().notNull().default(IntroVideoState.Pending),
    /** The reason of the rejection, for the tutor; null in any other state. */
    reason: text('reason'),
    /** The reviewer's notes at moments of the video, by time. */
    notes: text('notes', { mode: 'json' }).$type<VideoNote[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('intro_videos_state', isMember(t.state, IntroVideoState)),
    uniqueIndex('intro_videos_one')
      .on(t.tutorId)
      .where(sql`state IN (${literals(IntroVideoState.Pending, IntroVideoState.Approved)})`),
    index('intro_videos_reviewer').on(t.reviewerId, t.state),
    index('intro_videos_created').on(t.createdAt),
    index('intro_videos_tutor').on(t.tutorId, t.createdAt),
    index('intro_videos_reviewer_created').on(t.reviewerId, t.createdAt),
    index('intro_videos_state_created').on(t.state, t.createdAt),
  ],
)
