import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { createdAt } from './columns.ts'
import { coupons } from './coupons.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** The use of a coupon for an order. Deleting the row returns the use. */
export const couponRedemptions = sqliteTable(
  'coupon_redemptions',
  {
    orderId: integer('tx_id')
      .primaryKey()
      .references(() => orders.id),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('coupon_redemptions_coupon').on(t.couponId, t.userId)],
)
