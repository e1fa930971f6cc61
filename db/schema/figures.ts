import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LocalDay } from '#domain/cairo'
import { instant } from './columns.ts'

/** A count, a number of minutes or piastres of one day. */
const figure = (name: string) => integer(name).notNull()

/** The figures of a past day in Cairo (docs/rules/staff.md 2.4). Money is in piastres. */
export const dailyFigures = sqliteTable(
  'daily_figures',
  {
    day: text('day').$type<LocalDay>().primaryKey(),
    lessonsHeld: figure('lessons_held'),
    canceledByStudent: figure('canceled_by_student'),
    canceledByTutor: figure('canceled_by_tutor'),
    canceledByStaff: figure('canceled_by_staff'),
    minutesSold: figure('minutes_sold'),
    minutesUsed: figure('minutes_used'),
    revenue: figure('revenue'),
    refunded: figure('refunded'),
    newStudents: figure('new_students'),
    firstPlans: figure('first_plans'),
    returningStudents: figure('returning_students'),
    minutesOffered: figure('minutes_offered'),
    minutesBooked: figure('minutes_booked'),
    trialsStarted: figure('trials_started'),
    trialsConverted: figure('trials_converted'),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [check('daily_figures_day', sql`${t.day} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`)],
)
