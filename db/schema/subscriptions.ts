import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { DEFAULT_ALLOWANCE, LARGEST_ALLOWANCE } from '#domain/subscriptions/minutes'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { between, createdAt, flag, id, instant, isMember, literals, oneOf, updatedAt } from './columns.ts'
import { orders } from './orders.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

const freeTrial = literals(PlanPeriod.FreeTrial)

/** A bought plan, or the free trial, which has neither plan nor payment. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    planId: integer('plan_id').references(() => plans.id),
    orderId: integer('tx_id')
      .unique()
      .references(() => orders.id),
    period: integer('period').$type<PlanPeriod>().notNull(),
    weeklyMinutes: integer('weekly_minutes').notNull(),
    /** What the whole period cost, in piastres: the amount of its order, or more after a change of plan (docs/rules/minutes.md 9.2). */
    periodPrice: integer('period_price'),
    /** Copied from the plan, or for the free trial from the settings (docs/rules/lessons.md 2.2). */
    maxUpcomingLessons: integer('max_upcoming_lessons').notNull().default(DEFAULT_ALLOWANCE.maxUpcomingLessons),
    bookingWeeks: integer('booking_weeks').notNull().default(DEFAULT_ALLOWANCE.bookingWeeks),
    /** Copied from the plan; the free trial has a single grant, which never ends (docs/rules/minutes.md 7.1). */
    carriesOver: flag('carries_over').notNull().default(false),
    /** Copied from the plan; the free trial has no standing times (docs/rules/lessons.md 15.1). */
    standingTimes: flag('standing_times').notNull().default(false),
    /** Copied from the plan (docs/rules/minutes.md 10.1). */
    pausable: flag('pausable').notNull().default(false),
    /** Its latest pause, kept by triggers of `pauses`; null without one, and once it was undone before it began. */
    pausedFrom: instant('paused_from'),
    pausedUntil: instant('paused_until'),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    /** The subscription that was paid in this one's last days and begins at its end (docs/rules/minutes.md 6.2). */
    extendedBy: integer('extended_by').references((): AnySQLiteColumn => subscriptions.id),
    /** What its student has chosen for the period after it, without having paid it (docs/rules/minutes.md 9.8). */
    nextPlanId: integer('next_plan_id').references(() => plans.id),
    nextPeriod: integer('next_period').$type<PaidPeriod>(),
    terminatedAt: instant('terminated_at'),
    terminatedBy: integer('terminated_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('subscriptions_period', isMember(t.period, PlanPeriod)),
    check('subscriptions_order', sql`${t.end} > ${t.start}`),
    check('subscriptions_upcoming', between(t.maxUpcomingLessons, 1, LARGEST_ALLOWANCE.maxUpcomingLessons)),
    check('subscriptions_weeks', between(t.bookingWeeks, 1, LARGEST_ALLOWANCE.bookingWeeks)),
    check('subscriptions_carry', sql`${t.carriesOver} = 0 OR (${t.carriesOver} = 1 AND ${t.period} <> ${freeTrial})`),
    check(
      'subscriptions_standing',
      sql`${t.standingTimes} = 0 OR (${t.standingTimes} = 1 AND ${t.period} <> ${freeTrial})`,
    ),
    check('subscriptions_pausable', sql`${t.pausable} = 0 OR (${t.pausable} = 1 AND ${t.period} <> ${freeTrial})`),
    check('subscriptions_paused', sql`${t.pausedFrom} IS NULL OR ${t.period} <> ${freeTrial}`),
    check(
      'subscriptions_pause',
      sql`(${t.pausedFrom} IS NULL) = (${t.pausedUntil} IS NULL) AND (${t.pausedFrom} IS NULL OR ${t.pausedUntil} > ${t.pausedFrom})`,
    ),
    check('subscriptions_minutes', sql`${t.weeklyMinutes} > 0`),
    check(
      'subscriptions_trial',
      sql`(${t.period} = ${freeTrial}) = (${t.orderId} IS NULL) AND (${t.period} = ${freeTrial}) = (${t.planId} IS NULL)`,
    ),
    check(
      'subscriptions_next',
      sql`(${t.nextPlanId} IS NULL) = (${t.nextPeriod} IS NULL) AND (${t.nextPeriod} IS NULL OR (${between(t.nextPeriod, PlanPeriod.Month, PlanPeriod.Year)} AND ${t.period} <> ${freeTrial}))`,
    ),
    check('subscriptions_price', sql`${t.periodPrice} >= 0`),
    check('subscriptions_termination', sql`${t.terminatedBy} IS NULL OR ${t.terminatedAt} IS NOT NULL`),
    uniqueIndex('subscriptions_one_trial').on(t.userId).where(sql`period = ${freeTrial}`),
    index('subscriptions_user').on(t.userId, t.end),
    index('subscriptions_living').on(t.end).where(sql`terminated_at IS NULL`),
    index('subscriptions_created').on(t.createdAt),
    index('subscriptions_plan').on(t.planId, t.end),
    index('subscriptions_plan_created').on(t.planId, t.createdAt),
    index('subscriptions_period_created').on(t.period, t.createdAt),
    index('subscriptions_minutes_created').on(t.weeklyMinutes, t.createdAt),
    // For deleting a plan.
    index('subscriptions_next_plan').on(t.nextPlanId).where(sql`next_plan_id IS NOT NULL`),
    index('subscriptions_start').on(t.start),
    index('subscriptions_end').on(t.end),
  ],
)

const TRIAL_PROOFS = ['mailbox', 'phone', 'google'] as const

/**
 * What students with a free trial have verified: a mailbox in canonical form, a phone number, a Google subject. Each is
 * used for one student only, so that one person gets one trial (docs/rules/minutes.md 5.3).
 */
export const trialProofs = sqliteTable(
  'trial_proofs',
  {
    kind: text('kind', { enum: TRIAL_PROOFS }).notNull(),
    value: text('value').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.value] }),
    check('trial_proofs_kind', oneOf(t.kind, TRIAL_PROOFS)),
    index('trial_proofs_user').on(t.userId),
    // For counting the trials of a day.
    index('trial_proofs_created').on(t.createdAt),
  ],
)
