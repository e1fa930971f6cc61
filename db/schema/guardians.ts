import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * The consents of guardians to their student's booking and paying, at most one of a student in force (docs/rules/privacy.md 6.3).
 * Triggers refuse to change what was consented to, and keep `has_guardian` of the account.
 */
export const guardians = sqliteTable(
  'guardians',
  {
    id: id(),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** The version of the text that was consented to. */
    textVersion: integer('text_version').notNull(),
    consentedAt: instant('consented_at').notNull(),
    /** Who of the staff has recorded it; null for a guardian who proved the phone by a code. */
    recordedBy: integer('recorded_by').references(() => users.id),
    /** When it was withdrawn, removed or replaced; null while it is in force. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('guardians_phone', sql`${t.phone} GLOB '01[0125][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'`),
    check('guardians_name', sql`length(${t.name}) BETWEEN 2 AND 80`),
    check('guardians_text', sql`${t.textVersion} >= 1`),
    check('guardians_ended', sql`${t.endedAt} IS NULL OR ${t.endedAt} >= ${t.consentedAt}`),
    uniqueIndex('guardians_one').on(t.studentId).where(sql`ended_at IS NULL`),
    index('guardians_student').on(t.studentId, t.consentedAt),
  ],
)
