import { getTableColumns, sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAX_BIO, MIN_BIO } from '#domain/tutors/profile'
import { between, createdAt, flag, folded, instant, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** The profile of a tutor or tutor manager, with the id of the account. */
export const tutors = sqliteTable(
  'tutors',
  {
    id: integer('id')
      .primaryKey()
      .references(() => users.id),
    bio: text('bio'),
    foldedBio: folded('folded_bio'),
    /** The bio that English readers see. */
    englishBio: text('english_bio'),
    about: text('about'),
    foldedAbout: folded('folded_about'),
    video: text('video'),
    thumbnail: text('thumbnail'),
    studioId: integer('studio_id').references(() => users.id),
    /** The advance notice of a booking, in minutes. */
    notice: integer('notice').notNull().default(0),
    /** Speaks slowly with beginners, by the tutor's own statement. */
    speaksSlowly: flag('speaks_slowly').notNull().default(false),
    activated: flag('activated').notNull().default(false),
    bypassOnboarding: flag('bypass_onboarding').notNull().default(false),
    /** When the tutor was first activated; null for never. A trigger writes it. */
    activatedAt: instant('activated_at'),
    /** Since when the profile is complete and every step passed; null otherwise. Triggers write it until the first activation. */
    readyAt: instant('ready_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('tutors_english_bio', between(sql`length(${t.englishBio})`, MIN_BIO, MAX_BIO)),
    check('tutors_notice', sql`${t.notice} BETWEEN 0 AND 1440`),
    index('tutors_studio').on(t.studioId, t.createdAt),
    index('tutors_created').on(t.createdAt),
    index('tutors_updated').on(t.updatedAt),
    index('tutors_activated_created').on(t.activated, t.createdAt),
    index('tutors_notice_created').on(t.notice, t.createdAt),
    index('tutors_ready_created').on(t.createdAt).where(sql`ready_at IS NOT NULL AND activated_at IS NULL`),
    index('tutors_ready').on(t.readyAt).where(sql`ready_at IS NOT NULL AND activated_at IS NULL`),
    index('tutors_media_waiting')
      .on(t.createdAt)
      .where(sql`studio_id IS NOT NULL AND (video IS NULL OR thumbnail IS NULL)`),
    index('tutors_without_media')
      .on(t.studioId, t.createdAt)
      .where(sql`studio_id IS NOT NULL AND (video IS NULL OR thumbnail IS NULL)`),
  ],
)

/** The columns that a profile adds to its account; none shares a name with a column of the account. */
const {
  id: _id,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  foldedBio: _foldedBio,
  foldedAbout: _foldedAbout,
  activatedAt: _activatedAt,
  readyAt: _readyAt,
  ...rest
} = getTableColumns(tutors)
export const profileColumns = rest
