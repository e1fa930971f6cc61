import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DEFAULT_ALLOWANCE, LARGEST_ALLOWANCE } from '#domain/subscriptions/minutes'
import { between, createdAt, flag, id, instant, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Plans that students subscribe to; prices in piastres, discounts in hundredths of a percent. */
export const plans = sqliteTable(
  'plans',
  {
    id: id(),
    weeklyMinutes: integer('weekly_minutes').notNull(),
    baseMonthlyPrice: integer('base_monthly_price').notNull(),
    monthDiscount: integer('month_discount').notNull().default(0),
    quarterDiscount: integer('quarter_discount').notNull().default(0),
    yearDiscount: integer('year_discount').notNull().default(0),
    forInvitesOnly: flag('for_invites_only').notNull().default(false),
    active: flag('active').notNull().default(false),
    /** What subscriptions to it allow (docs/rules/lessons.md 2.2). */
    maxUpcomingLessons: integer('max_upcoming_lessons').notNull().default(DEFAULT_ALLOWANCE.maxUpcomingLessons),
    bookingWeeks: integer('booking_weeks').notNull().default(DEFAULT_ALLOWANCE.bookingWeeks),
    /** Whether minutes left at the end of a week come into the next one (docs/rules/minutes.md 7.1). */
    carriesOver: flag('carries_over').notNull().default(false),
    /** Whether its students may have standing times (docs/rules/lessons.md 15.1). */
    standingTimes: flag('standing_times').notNull().default(false),
    /** Whether its students may pause it (docs/rules/minutes.md 10.1). */
    pausable: flag('pausable').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('plans_minutes', sql`${t.weeklyMinutes} BETWEEN 15 AND 10080`),
    check('plans_upcoming', between(t.maxUpcomingLessons, 1, LARGEST_ALLOWANCE.maxUpcomingLessons)),
    check('plans_weeks', between(t.bookingWeeks, 1, LARGEST_ALLOWANCE.bookingWeeks)),
    check('plans_carry', between(t.carriesOver, 0, 1)),
    check('plans_standing', between(t.standingTimes, 0, 1)),
    check('plans_pausable', between(t.pausable, 0, 1)),
    check('plans_price', sql`${t.baseMonthlyPrice} > 0`),
    check(
      'plans_discounts',
      sql`${t.monthDiscount} BETWEEN 0 AND 10000 AND ${t.quarterDiscount} BETWEEN 0 AND 10000 AND ${t.yearDiscount} BETWEEN 0 AND 10000`,
    ),
  ],
)

/** Allows a student to subscribe to an invite-only plan; without an expiry it never expires. */
export const planInvites = sqliteTable(
  'plan_invites',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    expiresAt: instant('expires_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt().default(0),
  },
  (t) => [
    uniqueIndex('plan_invites_pair').on(t.userId, t.planId),
    index('plan_invites_plan').on(t.planId),
    index('plan_invites_plan_created').on(t.planId, t.createdAt),
    index('plan_invites_created').on(t.createdAt),
    index('plan_invites_creator').on(t.createdBy, t.createdAt),
    index('plan_invites_expiry').on(t.expiresAt),
    index('plan_invites_expiry_created').on(t.expiresAt, t.createdAt),
  ],
)
