import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { SlotPurpose } from '#domain/availability/purposes'
import { createdAt, flag, id, instant, isMember, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A range in which a tutor can be booked. A trigger refuses two slots of a tutor that overlap, deleted ones excepted. */
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('slots_purpose', isMember(t.purpose, SlotPurpose)),
    check('slots_order', sql`${t.end} > ${t.start}`),
    check('slots_grid', sql`${t.start} % 900000 = 0 AND ${t.end} % 900000 = 0`),
    index('slots_user_end').on(t.userId, t.end),
    index('slots_end').on(t.end),
  ],
)
