import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

/** An e-mail address whose student may subscribe to a plan once it is verified. */
export const invites = sqliteTable(
  'invites',
  {
    id: id(),
    email: text('email').notNull().unique(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
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
    check('invites_email_lower', sql`${t.email} = lower(${t.email})`),
    index('invites_created').on(t.createdAt),
    index('invites_plan').on(t.planId, t.createdAt),
    index('invites_pending').on(t.acceptedAt, t.createdAt),
    index('invites_accepted').on(t.createdAt).where(sql`accepted_at IS NOT NULL`),
    index('invites_expires').on(t.expiresAt),
  ],
)
