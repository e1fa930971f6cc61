import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { MAX_WITHDRAWAL, MIN_WITHDRAWAL } from '#domain/withdrawals/request'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { between, createdAt, flag, id, isMember, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A tutor's withdrawal request, called "invoice" on the wire. Amount in piastres. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    method: integer('method').$type<WithdrawMethod>().notNull(),
    receiver: text('receiver').notNull(),
    amount: integer('amount').notNull(),
    status: integer('status').$type<WithdrawalStatus>().notNull().default(WithdrawalStatus.PendingApproval),
    /**
     * The tutor has requested the cancellation, and no admin has refused it. Tells by whom a canceled request was canceled.
     */
    cancellationAsked: flag('cancellation_asked').notNull().default(false),
    note: text('note'),
    adminNote: text('admin_note'),
    receipt: text('receipt'),
    addressedBy: integer('addressed_by').references(() => users.id),
    /** The super admin who approved it before the end of its cooling-off; the reason is in the audit log. */
    coolingOffWaivedBy: integer('cooling_off_waived_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('withdrawals_method', isMember(t.method, WithdrawMethod)),
    check('withdrawals_amount', between(t.amount, MIN_WITHDRAWAL, MAX_WITHDRAWAL)),
    check('withdrawals_status', isMember(t.status, WithdrawalStatus)),
    check('withdrawals_receiver', sql`length(${t.receiver}) BETWEEN 1 AND 32`),
    index('withdrawals_user').on(t.userId, t.createdAt),
    index('withdrawals_created').on(t.createdAt),
    index('withdrawals_status_idx').on(t.status, t.createdAt),
    index('withdrawals_method_created').on(t.method, t.createdAt),
    index('withdrawals_amount_idx').on(t.amount),
    index('withdrawals_updated').on(t.updatedAt),
    index('withdrawals_receipt').on(t.receipt, t.createdAt),
    index('withdrawals_with_receipt').on(t.createdAt).where(sql`receipt IS NOT NULL`),
    index('withdrawals_receiver_idx').on(t.receiver),
    index('withdrawals_waiting').on(t.method, t.createdAt).where(sql`status IN (0, 1)`),
  ],
)
