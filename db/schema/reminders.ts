import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant, oneOf } from './columns.ts'
import { lessons } from './lessons.ts'
import { users } from './users.ts'

const REMINDER_KINDS = ['day', 'hour'] as const

/** Reminders that have gone out: each once for a member and a start, so that a moved lesson is reminded of anew. */
export const reminders = sqliteTable(
  'reminders',
  {
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: REMINDER_KINDS }).notNull(),
    start: instant('start').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.lessonId, t.userId, t.kind, t.start] }),
    check('reminders_kind', oneOf(t.kind, REMINDER_KINDS)),
  ],
)
