import { getTableColumns, sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** The profile of a tutor or tutor manager; the same id as the account. */
export const tutors = sqliteTable(
  'tutors',
  {
    id: integer('id')
      .primaryKey()
      .references(() => users.id),
    bio: text('bio'),
    about: text('about'),
    video: text('video'),
    thumbnail: text('thumbnail'),
    studioId: integer('studio_id').references(() => users.id),
    /** Minutes that a student must book ahead. */
    notice: integer('notice').notNull().default(0),
    activated: flag('activated').notNull().default(false),
    bypassOnboarding: flag('bypass_onboarding').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('tutors_notice', sql`${t.notice} BETWEEN 0 AND 1440`), index('tutors_studio').on(t.studioId)],
)

/** What a profile adds to its account: no column has the name of one of the account's. */
const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = getTableColumns(tutors)
export const profileColumns = rest
