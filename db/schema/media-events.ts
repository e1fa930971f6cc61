import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mediaEvents as kinds, mediaSources } from '#domain/sessions/witnesses'
import { createdAt, id, instant, literals, oneOf } from './columns.ts'
import { lessonMembers, lessons } from './lessons.ts'

/**
 * What the media server reports of the rooms of lessons, beside the log of the sessions themselves (`session_events`). An event
 * about a person is only taken of a member of the lesson.
 */
export const mediaEvents = sqliteTable(
  'media_events',
  {
    id: id(),
    /** The media server's own id of the event, which it repeats with it. */
    eventId: text('event_id').notNull().unique(),
    type: text('type', { enum: kinds }).notNull(),
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id),
    /** The media server's numbers of the room and of the connection: another one after each closing and each joining. */
    room: text('room').notNull(),
    userId: integer('user_id'),
    stay: text('stay'),
    joinedAt: instant('joined_at'),
    source: text('source', { enum: mediaSources }),
    /** When it happened, by the media server's clock, in whole seconds. */
    at: instant('at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('media_events_type', oneOf(t.type, kinds)),
    check(
      'media_events_person',
      sql`(${t.userId} IS NULL) = (${t.type} IN (${literals('room_started', 'room_finished')}))`,
    ),
    check('media_events_stay', sql`(${t.userId} IS NULL) = (${t.stay} IS NULL)`),
    check(
      'media_events_joined',
      sql`(${t.joinedAt} IS NOT NULL) = (${t.type} IN (${literals('participant_joined', 'participant_left')}))`,
    ),
    check(
      'media_events_source',
      sql`(${t.source} IS NOT NULL) = (${t.type} = 'track_published') AND (${t.source} IS NULL OR ${oneOf(t.source, mediaSources)})`,
    ),
    foreignKey({
      name: 'media_events_member',
      columns: [t.lessonId, t.userId],
      foreignColumns: [lessonMembers.lessonId, lessonMembers.userId],
    }),
    index('media_events_lesson').on(t.lessonId),
    // For deleting old events.
    index('media_events_created').on(t.createdAt),
  ],
)
