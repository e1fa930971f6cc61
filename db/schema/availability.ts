import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PatternRange, PatternSeason } from '#domain/availability/pattern'
import { SlotPurpose } from '#domain/availability/purposes'
import type { LocalDay } from '#domain/cairo'
import { createdAt, flag, id, instant, isMember, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A range in which a tutor can be booked. A trigger refuses two overlapping slots of a tutor, except deleted ones. */
export const availabilitySlots = sqliteTable(
  'availability_slots',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: integer('purpose').$type<SlotPurpose>().notNull().default(SlotPurpose.General),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    deleted: flag('deleted').notNull().default(false),
    /** Created by the tutor's weekly pattern and not changed by hand since. */
    fromPattern: flag('from_pattern').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('slots_purpose', isMember(t.purpose, SlotPurpose)),
    check('slots_order', sql`${t.end} > ${t.start}`),
    check('slots_grid', sql`${t.start} % 900000 = 0 AND ${t.end} % 900000 = 0`),
    index('slots_user_end').on(t.userId, t.end),
    index('slots_end').on(t.end),
    index('slots_created').on(t.createdAt),
  ],
)

/** A tutor's weekly pattern, from which slots are created some weeks ahead. */
export const availabilityPatterns = sqliteTable(
  'availability_patterns',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    ranges: text('ranges', { mode: 'json' }).$type<PatternRange[]>().notNull(),
    season: text('season', { mode: 'json' }).$type<PatternSeason>(),
    daysOff: text('days_off', { mode: 'json' }).$type<LocalDay[]>().notNull(),
    /** The last day for which slots were created; by it the job finds patterns to extend. */
    openedTo: text('opened_to').$type<LocalDay>().notNull().default('0000-01-01'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('patterns_opened').on(t.openedTo)],
)

/** The days, in Cairo, for which a pattern has created its slots: the key makes this happen once per day. */
export const patternDays = sqliteTable(
  'availability_pattern_days',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    day: text('day').$type<LocalDay>().notNull(),
    /** The tutor has changed a slot of the day, so a new pattern does not touch the day. */
    changedByHand: flag('changed_by_hand').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('pattern_days_day').on(t.day)],
)
