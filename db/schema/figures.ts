import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LocalDay } from '#domain/cairo'
import type { LocalMonth } from '#domain/staff/cohorts'
import { planFigureSources } from '#domain/staff/plan-figures'
import { instant, oneOf } from './columns.ts'
import { plans } from './plans.ts'

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
    plansEnded: figure('plans_ended').default(0),
    renewedEarly: figure('renewed_early').default(0),
    renewedByCard: figure('renewed_by_card').default(0),
    renewedLater: figure('renewed_later').default(0),
    planUpgrades: figure('plan_upgrades').default(0),
    planDowngrades: figure('plan_downgrades').default(0),
    topUps: figure('top_ups').default(0),
    pausesBegun: figure('pauses_begun').default(0),
    referralsGiven: figure('referrals_given').default(0),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [check('daily_figures_day', sql`${t.day} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`)],
)

/**
 * A past day in Cairo by plan and source (docs/rules/staff.md 2.5). A day that is stored has a row of the free trial, which has
 * no plan, and one for each plan and source with something to count. Money is in piastres.
 */
export const dailyPlanFigures = sqliteTable(
  'daily_plan_figures',
  {
    day: text('day').$type<LocalDay>().notNull(),
    planId: integer('plan_id').references(() => plans.id),
    source: text('source', { enum: planFigureSources }).notNull(),
    sold: figure('sold'),
    revenue: figure('revenue'),
    refunded: figure('refunded'),
    minutesUsed: figure('minutes_used'),
  },
  (t) => [
    check('daily_plan_figures_day', sql`${t.day} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
    check('daily_plan_figures_source', oneOf(t.source, planFigureSources)),
    check('daily_plan_figures_trial', sql`(${t.source} = 'trial') = (${t.planId} IS NULL)`),
    index('daily_plan_figures_day_idx').on(t.day),
  ],
)

/** How many people first paid in a month in Cairo that is over (docs/rules/staff.md 2.6). */
export const cohorts = sqliteTable(
  'cohorts',
  { month: text('month').$type<LocalMonth>().primaryKey(), size: figure('size') },
  (t) => [check('cohorts_month', sql`${t.month} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'`)],
)

/** How many of a cohort had a plan at the end of a month that is over, its own or a later one (docs/rules/staff.md 2.6). */
export const cohortMonths = sqliteTable(
  'cohort_months',
  {
    cohort: text('cohort')
      .$type<LocalMonth>()
      .notNull()
      .references(() => cohorts.month),
    month: text('month').$type<LocalMonth>().notNull(),
    kept: figure('kept'),
  },
  (t) => [
    primaryKey({ columns: [t.cohort, t.month] }),
    check('cohort_months_later', sql`${t.month} >= ${t.cohort} AND ${t.month} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'`),
  ],
)
