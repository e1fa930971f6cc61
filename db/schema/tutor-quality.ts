import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

const count = (name: string) => integer(name).notNull()

/** A tutor's lessons of one calendar week in Cairo, as the nightly job has counted them (docs/rules/staff.md 15.2). */
export const tutorWeeks = sqliteTable(
  'tutor_weeks',
  {
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    /** The week's beginning. */
    week: instant('week').notNull(),
    /** Lessons with an outcome. */
    settled: count('settled'),
    /** Lessons that the tutor cancelled, and whose start has passed. */
    canceled: count('canceled'),
    /** Lessons at which the tutor was. */
    fulfilled: count('fulfilled'),
    held: count('held'),
    /** Of those fulfilled, the ones of which it is known whether the tutor was late. */
    timed: count('timed'),
    late: count('late'),
    cutShort: count('cut_short'),
    disputed: count('disputed'),
    /** Of those held, the ones whose call was measured, and whose call was poor. */
    measured: count('measured').default(0),
    poorCall: count('poor_call').default(0),
  },
  (t) => [primaryKey({ columns: [t.tutorId, t.week] })],
)

/**
 * The figures of each tutor who had lessons in the weeks that count (docs/rules/staff.md 15.1). Shares are in hundredths of a
 * percent, the rating in hundredths of a star.
 */
export const tutorQualities = sqliteTable(
  'tutor_qualities',
  {
    tutorId: integer('tutor_id')
      .primaryKey()
      .references(() => users.id),
    /** The beginning of the weeks that are counted. */
    since: instant('since').notNull(),
    lessons: count('lessons'),
    settled: count('settled'),
    canceled: count('canceled'),
    fulfilledLessons: count('fulfilled_lessons'),
    held: count('held'),
    timed: count('timed'),
    late: count('late'),
    cutShortLessons: count('cut_short_lessons'),
    disputedLessons: count('disputed_lessons'),
    measured: count('measured').default(0),
    poorCallLessons: count('poor_call_lessons').default(0),
    ratings: count('ratings'),
    stars: count('stars'),
    fulfilled: integer('fulfilled'),
    punctual: integer('punctual'),
    rating: integer('rating'),
    disputed: integer('disputed'),
    cutShort: integer('cut_short'),
    poorCall: integer('poor_call'),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [
    check('tutor_qualities_lessons', sql`${t.lessons} > 0`),
    index('tutor_qualities_since').on(t.since),
    index('tutor_qualities_lessons_idx').on(t.lessons),
    index('tutor_qualities_fulfilled').on(t.fulfilled),
    index('tutor_qualities_punctual').on(t.punctual),
    index('tutor_qualities_rating').on(t.rating),
    index('tutor_qualities_disputed').on(t.disputed),
    index('tutor_qualities_cut_short').on(t.cutShort),
    index('tutor_qualities_poor_call').on(t.poorCall),
  ],
)
