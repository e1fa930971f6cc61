import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RatingValue } from '#domain/lessons/rating'
import { createdAt, id, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const ratings = sqliteTable(
  'ratings',
  {
    id: id(),
    raterId: integer('rater_id')
      .notNull()
      .references(() => users.id),
    rateeId: integer('ratee_id')
      .notNull()
      .references(() => users.id),
    value: integer('value').$type<RatingValue>().notNull(),
    feedback: text('feedback'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('ratings_value', sql`${t.value} BETWEEN 1 AND 5`),
    uniqueIndex('ratings_pair').on(t.raterId, t.rateeId),
    index('ratings_ratee').on(t.rateeId, t.value),
    index('ratings_ratee_created').on(t.rateeId, t.createdAt),
    index('ratings_rater_created').on(t.raterId, t.createdAt),
    index('ratings_low').on(t.updatedAt).where(sql`value <= 2`),
    // Ratings that a tutor's card may quote.
    index('ratings_quotable').on(t.rateeId, t.value, t.createdAt).where(sql`value >= 4 AND length(feedback) > 0`),
  ],
)
