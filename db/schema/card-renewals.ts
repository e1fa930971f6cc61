import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { isPaidPeriod, type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { createdAt, instant, oneOf } from './columns.ts'
import { orders } from './orders.ts'
import { plans } from './plans.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

const PAID_PERIODS = Object.values(PlanPeriod).filter(isPaidPeriod)

/**
 * The students whose next period is charged to a saved card (docs/rules/minutes.md 11.1). Triggers pass a renewal on to the period
 * that follows its plan, and end it with the plan.
 */
export const cardRenewals = sqliteTable(
  'card_renewals',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The plan at whose end the charged period begins. */
    subscriptionId: integer('subscription_id')
      .notNull()
      .unique()
      .references(() => subscriptions.id),
    /** SHA-256 of the card's token, by which the card is found among those that its gateway keeps; the token itself is not stored. */
    cardHash: text('card_hash').notNull(),
    cardBrand: text('card_brand').notNull(),
    cardDigits: text('card_digits').notNull(),
    /** What the last announcement named; null before the first. */
    announcedAt: instant('announced_at'),
    announcedPlanId: integer('announced_plan_id').references(() => plans.id),
    announcedPeriod: integer('announced_period').$type<PaidPeriod>(),
    announcedAmount: integer('announced_amount'),
    /** When the job looks at it next. */
    nextStepAt: instant('next_step_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'card_renewals_announced',
      sql`(${t.announcedAt} IS NULL) = (${t.announcedPlanId} IS NULL) AND (${t.announcedAt} IS NULL) = (${t.announcedPeriod} IS NULL) AND (${t.announcedAt} IS NULL) = (${t.announcedAmount} IS NULL)`,
    ),
    check('card_renewals_period', oneOf(t.announcedPeriod, PAID_PERIODS)),
    check('card_renewals_amount', sql`${t.announcedAmount} >= 0`),
    index('card_renewals_due').on(t.nextStepAt),
  ],
)

const OUTCOMES = ['paid', 'failed'] as const

/**
 * The orders by which a plan was renewed, or was to be. A trigger refuses an order while another one of the same plan is open or was
 * paid, so that no period is charged twice (docs/rules/minutes.md 11.5).
 */
export const renewalCharges = sqliteTable(
  'renewal_charges',
  {
    orderId: integer('tx_id')
      .primaryKey()
      .references(() => orders.id),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    /** The outcome of which the student was told; null for none. */
    told: text('told', { enum: OUTCOMES }),
    createdAt: createdAt(),
  },
  (t) => [
    check('renewal_charges_told', oneOf(t.told, OUTCOMES)),
    index('renewal_charges_subscription').on(t.subscriptionId),
    index('renewal_charges_created').on(t.createdAt),
  ],
)
