import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

/** A discount on a plan, in whole percents per period. Without `maxUses` the number of uses is unlimited. */
export const coupons = sqliteTable(
  'coupons',
  {
    id: id(),
    code: text('code').notNull().unique(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    monthDiscount: integer('month_discount').notNull(),
    quarterDiscount: integer('quarter_discount').notNull(),
    yearDiscount: integer('year_discount').notNull(),
    expiresAt: instant('expires_at').notNull(),
    maxUses: integer('max_uses'),
    /** Counted by triggers on the redemptions, which refuse a use beyond `maxUses`. */
    usedCount: integer('used_count').notNull().default(0),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    updatedBy: integer('updated_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'coupons_discounts',
      sql`${t.monthDiscount} BETWEEN 1 AND 100 AND ${t.quarterDiscount} BETWEEN 1 AND 100 AND ${t.yearDiscount} BETWEEN 1 AND 100`,
    ),
    check('coupons_max_uses', sql`${t.maxUses} > 0`),
    index('coupons_plan').on(t.planId, t.createdAt),
    index('coupons_created').on(t.createdAt),
    index('coupons_expires').on(t.expiresAt),
  ],
)
